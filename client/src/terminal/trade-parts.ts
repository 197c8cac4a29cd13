import type { ComponentType, ReactNode, Ref } from 'react';
import type { MarketRecord } from '../../../shared/wire/product';
import type { TextKey } from '../shared/i18n/i18n';
import type { PanelId } from './layout';

/** Who buys goes up with the price: spot buys, contracts go long. */
export type Side = 'buy' | 'sell';

/** A price, and perhaps a quantity, taken over from the book or from the trades. */
export interface Picked {
  price: string;
  quantity?: string;
}

/** What every panel is given; `own` is what a product's panels share among themselves. */
export interface TradeParts<Own = unknown> {
  market: MarketRecord;
  onChoose: (market: string) => void;
  side: Side;
  onSide: (side: Side) => void;
  /** A row of the book or of the trades was chosen. */
  onPick: (picked: Picked) => void;
  onPlaced?: () => void;
  own: Own;
  /** The field that the key for the search leads to. */
  searchRef?: Ref<HTMLInputElement>;
}

/** A panel of the screen: what it is called, and what it shows once it has come. */
export interface Panel<Own> {
  title: TextKey;
  Content: ComponentType<TradeParts<Own>>;
  /**
   * Stays as it is when another market is shown, with where it is scrolled to and who is at it: what it knows of one market it gives
   * up itself. All others are made anew with each.
   */
  isLasting: boolean;
}

export type Panels<Own> = Readonly<Partial<Record<PanelId, Panel<Own>>>>;

/** What a product brings to the screen on which it is traded. */
export interface TerminalProduct<Own> {
  /** Its markets are listed, and no others. */
  id: MarketRecord['product'];
  /** Of the screen while it shows no market. */
  title: TextKey;
  /** Where somebody lands who has named no market; the first that is listed where that one is not. */
  marketFirst: string | null;
  panels: Panels<Own>;
  /** The market that is traded: its name, its price and its last 24 hours. */
  Strip: ComponentType<StripProps>;
  /** What has to be said of the market before anything is done in it. */
  Banner?: ComponentType<{ market: MarketRecord }>;
  /** What else is chosen in the settings. */
  Settings?: ComponentType;
  /** Under these it is kept what is open, where the panels are and who is not asked. */
  keys: { open: string; layout: string; skip: string };
  /** On a phone: what the ways into the form are called, and what is watched beside the chart. */
  useSides: (market: MarketRecord) => Readonly<Record<Side, TextKey>>;
  watched: readonly [PanelId, ...PanelId[]];
  useOwn: (market: MarketRecord) => {
    own: Own;
    onPick: (picked: Picked) => void;
    /** Dialogs that belong to no panel. */
    beside: ReactNode;
  };
}

export interface StripProps {
  market: MarketRecord;
  onOpenList: () => void;
  /** Connection, settings and help of the screen. */
  children?: ReactNode;
}

/** What the screen around them is given besides. */
export interface ScreenParts<Own> extends Omit<TradeParts<Own>, 'onPlaced' | 'searchRef'> {
  product: TerminalProduct<Own>;
  isHelpOpen: boolean;
  onHelp: (isOpen: boolean) => void;
  /** Counts the presses of the key that asks for the search. */
  searches: number;
  /** Counts the presses of the keys that ask for the form. */
  entries: number;
}
