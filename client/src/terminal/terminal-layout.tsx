import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { Group as Panes, Panel as Pane, Separator } from 'react-resizable-panels';
import { AnnouncedTerms } from '../kit/announced-terms/announced-terms';
import { ConnectionBadge } from './connection/connection-badge';
import { KeyHelp } from './settings/key-help';
import { TradeSettings } from './settings/trade-settings';
import { useTexts } from '../kit/i18n/use-texts';
import { setPreference, preferenceText, usePreference } from '../kit/lib/storage/preferences';
import { Note } from '../kit/ui/page/note';
import { Tabs } from '../kit/ui/controls/tabs';
import { Grip, type Move } from './grip';
import {
  arrangePanels,
  groupOf,
  groupsOf,
  sizesKey,
  withPlaced,
  withShown,
  withSizes,
  type Group,
  type PanelId,
  type Split,
} from './layout';
import { LayoutSettings } from './layout-settings';
import { MarketBar } from './markets/market-bar';
import { MarketDialog } from './markets/market-dialog';
import { TerminalPanel } from './panel';
import { idsOf, titleOf } from './panels';
import styles from './terminal.module.css';
import type { Panels, ScreenParts, TradeParts } from './trade-parts';
import { useFillsWindow } from './use-fills-window';
import { useLayoutPreferences } from './use-layout-preferences';

/** Full-window screen without scrolling. The panel layout is the user's and is stored. */
export function TerminalLayout<Own>({
  product,
  isHelpOpen,
  onHelp,
  searches,
  entries,
  ...screenProps
}: ScreenParts<Own>) {
  const { t } = useTexts();
  useFillsWindow();
  const [preferences, change] = useLayoutPreferences(product.keys.layout);
  const [resets, setResets] = useState(0);
  const [isListOpen, setListOpen] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const { market, onChoose, side } = screenProps;
  const { panels, Strip, Banner, Settings } = product;
  const panelProps: TradeParts<Own> = { ...screenProps, searchRef: search };

  const toList = () => {
    if (search.current) search.current.focus();
    else setListOpen(true);
  };
  const toForm = () => {
    const fields = `[data-shown-panel="form"] [data-side="${side}"] input[inputmode]`;
    const field = container.current?.querySelector<HTMLInputElement>(fields);
    if (field) return field.focus();
    setPreference(tabKey(groupOf('form', preferences)), 'form');
    change((current) => withShown(current, 'form', true));
  };
  useCount(searches, toList);
  useCount(entries, toForm);

  const layout = arrangePanels(preferences, idsOf(panels));
  const title = (panel: PanelId) => titleOf(panels, panel, t);
  const move: Move = (panel, onto, dropSide) => {
    setPreference(tabKey(groupOf(onto, preferences)), panel);
    if (dropSide === 'swap') setPreference(tabKey(groupOf(panel, preferences)), onto);
    change((current) => withPlaced(current, panel, onto, dropSide));
  };
  const { said: announcement, follow } = useFollowPanelFocus(container);
  const step = (panel: PanelId, offset: 1 | -1) => {
    const places = layout ? groupsOf(layout) : [];
    const targetIndex = places.findIndex(({ panels: groupPanels }) => groupPanels.includes(panel)) + offset;
    if (!places[targetIndex]) return;
    move(panel, shownIn(places[targetIndex]), 'swap');
    follow(
      panel,
      t('desk.moved', { panel: title(panel), place: String(targetIndex + 1), places: String(places.length) }),
    );
  };
  const grip =
    layout?.kind === 'group'
      ? null
      : (panel: PanelId) => <Grip panel={panel} title={title(panel)} titleOf={title} onMove={move} onStep={step} />;
  return (
    <div ref={container} className={styles.desk}>
      <p className="spoken" role="status">
        {announcement}
      </p>
      <MarketBar market={market} storageKey={product.keys.open} onChoose={onChoose} onMore={() => setListOpen(true)} />
      <Strip market={market} onOpenList={toList}>
        <AnnouncedTerms key={market.name} market={market} />
        <ConnectionBadge />
        <KeyHelp isOpen={isHelpOpen} onOpen={onHelp} />
        <TradeSettings skipKey={product.keys.skip}>
          <LayoutSettings
            panels={panels}
            preferences={preferences}
            onChange={(to) => {
              change(() => to);
              setResets((count) => count + 1);
            }}
          />
          {Settings && <Settings />}
        </TradeSettings>
      </Strip>
      {Banner && <Banner key={market.name} market={market} />}
      {layout ? (
        <Node
          key={`${preferences.preset} ${resets}`}
          node={layout}
          panels={panels}
          parts={panelProps}
          grip={grip}
          sizes={preferences.sizes}
          onSizes={(split, sizes) => change((current) => withSizes(current, split, sizes))}
        />
      ) : (
        <Note kind="empty" text={t('desk.nothing')} />
      )}
      {isListOpen && <MarketDialog selectedMarket={market} onChoose={onChoose} onClose={() => setListOpen(false)} />}
    </div>
  );
}

/** After a move by keyboard, focuses the moved panel and announces its position. */
function useFollowPanelFocus(container: RefObject<HTMLElement | null>) {
  const [announcement, announce] = useState('');
  const panelToFocus = useRef<PanelId | null>(null);
  useEffect(() => {
    if (panelToFocus.current === null) return;
    container.current
      ?.querySelector<HTMLElement>(`[data-shown-panel="${panelToFocus.current}"] > [data-grip]`)
      ?.focus();
    panelToFocus.current = null;
  });
  const follow = (panel: PanelId, text: string) => {
    panelToFocus.current = panel;
    announce(text);
  };
  return { said: announcement, follow };
}

/** Calls `act` once per key press and not on other renders. */
function useCount(count: number, act: () => void): void {
  const handledCount = useRef(count);
  useEffect(() => {
    if (count === handledCount.current) return;
    handledCount.current = count;
    act();
  });
}

interface NodeProps<Own> {
  node: Split | Group;
  panels: Panels<Own>;
  parts: TradeParts<Own>;
  /** Renders the handle to move a panel; null if there is only one place. */
  grip: ((panel: PanelId) => ReactNode) | null;
  sizes: Readonly<Record<string, Readonly<Record<string, number>>>>;
  onSizes: (split: Split, sizes: Readonly<Record<string, number>>) => void;
}

function Node<Own>({ node, sizes, onSizes, ...shared }: NodeProps<Own>) {
  const { t } = useTexts();
  if (node.kind === 'group') return <Place group={node} {...shared} />;
  const key = sizesKey(node);
  return (
    <Panes
      key={key}
      className={styles.split}
      orientation={node.kind === 'row' ? 'horizontal' : 'vertical'}
      defaultLayout={sizes[key]}
      onLayoutChanged={(layout, { isUserInteraction }) => isUserInteraction && onSizes(node, layout)}
    >
      {node.parts.flatMap(({ share, min, child }, index) => {
        const pane = (
          <Pane key={child.id} id={child.id} className={styles.cell} defaultSize={`${share}%`} minSize={min}>
            <Node node={child} sizes={sizes} onSizes={onSizes} {...shared} />
          </Pane>
        );
        if (index === 0) return [pane];
        return [<Separator key={`${child.id} edge`} className={styles.edge} aria-label={t('trade.resize')} />, pane];
      })}
    </Panes>
  );
}

function tabKey(group: string): string {
  return `trade.tab.${group}`;
}

function shownIn({ id, panels }: Group): PanelId {
  return panels.find((panel) => panel === preferenceText(tabKey(id))) ?? panels[0];
}

interface PlaceProps<Own> extends Pick<NodeProps<Own>, 'panels' | 'parts' | 'grip'> {
  group: Group;
}

/** One place of the layout: a panel, or several as tabs. */
function Place<Own>({ group, panels, parts, grip }: PlaceProps<Own>) {
  const { t } = useTexts();
  const { id, panels: groupPanels } = group;
  const [first, ...others] = groupPanels;
  const [activePanel, show] = usePreference<PanelId>(tabKey(id), [first, ...others]);
  const panel = <TerminalPanel key={activePanel} id={activePanel} panels={panels} parts={parts} />;
  return (
    <div className={styles.pane} data-shown-panel={activePanel} onKeyDown={leaveField}>
      {grip?.(activePanel)}
      {others.length === 0 ? (
        panel
      ) : (
        <Tabs
          label={t('trade.views')}
          tabs={groupPanels.map((name) => ({ name, title: titleOf(panels, name, t) }))}
          selected={activePanel}
          onChoose={show}
        >
          {panel}
        </Tabs>
      )}
    </div>
  );
}

/** Escape leaves the field, so that keyboard shortcuts work again. */
function leaveField({ key, target }: KeyboardEvent): void {
  if (key === 'Escape' && target instanceof HTMLInputElement) target.blur();
}
