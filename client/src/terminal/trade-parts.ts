import type { ComponentType, ReactNode, Ref } from 'react';
import type { MarketRecord } from '../../../shared/wire/product';
import type { TextKey } from '../kit/i18n/i18n';
import type { PanelId } from './layout';

/** `buy` profits from rising prices: spot buys, contracts go long. */
export type Side = 'buy' | 'sell';

/** A price, with an optional quantity, chosen in the book or the trades. */
export interface Picked {
  price: string;
  quantity?: string;
}

/** Props of every panel. `own` is state shared by the product's panels. */
export interface TradeParts<Own = unknown> {
  market: MarketRecord;
  onChoose: (market: string) => void;
  side: Side;
  onSide: (side: Side) => void;
  /** A row of the book or the trades was chosen. */
  onPick: (picked: Picked) => void;
  onPlaced?: () => void;
  own: Own;
  /** Ref of the search field, which the search shortcut focuses. */
  searchRef?: Ref<HTMLInputElement>;
}

/** A panel: its title and its lazy content. */
export interface Panel<Own> {
  title: TextKey;
  Content: ComponentType<TradeParts<Own>>;
  /**
   * True if the panel stays mounted, with scroll position and focus, when the market changes. It must reset market-specific state itself.
   * Other panels are remounted.
   */
  isLasting: boolean;
}

export type Panels<Own> = Readonly<Partial<Record<PanelId, Panel<Own>>>>;

/** A product's definition of its trading screen. */
export interface TerminalProduct<Own> {
  /** Only markets of this product are listed. */
  id: MarketRecord['product'];
  /** Title while no market is shown. */
  title: TextKey;
  /** Market for an address that names none. If it is not listed, the first listed market is shown. */
  marketFirst: string | null;
  panels: Panels<Own>;
  /** Name, price and 24-hour figures of the market. */
  Strip: ComponentType<StripProps>;
  /** Warning shown above the panels. */
  Banner?: ComponentType<{ market: MarketRecord }>;
  Settings?: ComponentType;
  /** Storage keys of open markets, layout and skipped confirmations. */
  keys: { open: string; layout: string; skip: string };
  /** Labels of the two buttons that open the form on a phone. */
  useSides: (market: MarketRecord) => Readonly<Record<Side, TextKey>>;
  viewPanels: readonly [PanelId, ...PanelId[]];
  useOwn: (market: MarketRecord) => {
    own: Own;
    onPick: (picked: Picked) => void;
    /** Dialogs outside the panels. */
    dialogs: ReactNode;
  };
}

export interface StripProps {
  market: MarketRecord;
  onOpenList: () => void;
  /** The screen's connection badge, settings and help. */
  children?: ReactNode;
}

/** Additional props of the desktop and phone screens. */
export interface ScreenParts<Own> extends Omit<TradeParts<Own>, 'onPlaced' | 'searchRef'> {
  product: TerminalProduct<Own>;
  isHelpOpen: boolean;
  onHelp: (isOpen: boolean) => void;
  /** Number of presses of the search shortcut. */
  searches: number;
  /** Number of presses of the form shortcuts. */
  entries: number;
}
