import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Group as Panes, Panel as Pane, Separator } from 'react-resizable-panels';
import { AnnouncedTerms } from '../features/announce-terms/announced-terms';
import { TickerStrip } from '../features/choose-market/ticker-strip';
import { NoticeSwitches } from '../features/order-notices/notice-switches';
import { SKIP_CONFIRMATION_KEY } from '../features/place-order/skip-confirmation';
import { ConnectionBadge } from '../features/show-connection/connection-badge';
import { KeyHelp } from '../features/trade-settings/key-help';
import { TradeSettings } from '../features/trade-settings/trade-settings';
import { useTexts } from '../shared/i18n/use-texts';
import { keep, useKept } from '../shared/lib/kept';
import { Note } from '../shared/ui/note';
import { Tabs } from '../shared/ui/tabs';
import { arranged, groupOf, sizesKey, withShown, withSizes, type Group, type PanelId, type Split } from './layout';
import { LayoutSettings } from './layout-settings';
import { MarketBar } from './market-bar';
import { MarketDialog } from './market-dialog';
import { TerminalPanel } from './panel';
import { PANELS } from './panels';
import styles from './terminal.module.css';
import type { ScreenParts, TradeParts } from './trade-parts';
import { useFillsWindow } from './use-fills-window';
import { useWishes } from './use-wishes';

/** A whole screen without scrolling; where the panels stand is the user's choice, and stays as it was left. */
export function Desk({ isHelpOpen, onHelp, searches, entries, ...given }: ScreenParts) {
  const { say } = useTexts();
  useFillsWindow();
  const [wishes, change] = useWishes();
  const [resets, setResets] = useState(0);
  const [isListOpen, setListOpen] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const desk = useRef<HTMLDivElement>(null);
  const { market, onChoose, side } = given;
  const parts: TradeParts = { ...given, searchRef: search };

  const toList = () => {
    if (search.current) search.current.focus();
    else setListOpen(true);
  };
  const toForm = () => {
    const fields = `[data-panel="form"] [data-side="${side}"] input[inputmode]`;
    const field = desk.current?.querySelector<HTMLInputElement>(fields);
    if (field) return field.focus();
    keep(tabKey(groupOf('form', wishes)), 'form');
    change((now) => withShown(now, 'form', true));
  };
  useCount(searches, toList);
  useCount(entries, toForm);

  const layout = arranged(wishes);
  return (
    <div ref={desk} className={styles.desk}>
      <MarketBar shown={market.name} onChoose={onChoose} onMore={() => setListOpen(true)} />
      <TickerStrip market={market} onOpenList={toList}>
        <AnnouncedTerms market={market} />
        <ConnectionBadge />
        <KeyHelp isOpen={isHelpOpen} onOpen={onHelp} />
        <TradeSettings skipKey={SKIP_CONFIRMATION_KEY}>
          <LayoutSettings
            wishes={wishes}
            onChange={(to) => {
              change(() => to);
              setResets((count) => count + 1);
            }}
          />
          <NoticeSwitches />
        </TradeSettings>
      </TickerStrip>
      {layout ? (
        <Node
          key={`${wishes.preset} ${resets}`}
          node={layout}
          parts={parts}
          sizes={wishes.sizes}
          onSizes={(split, sizes) => change((now) => withSizes(now, split, sizes))}
        />
      ) : (
        <Note kind="empty" text={say('desk.nothing')} />
      )}
      {isListOpen && <MarketDialog chosen={market.name} onChoose={onChoose} onClose={() => setListOpen(false)} />}
    </div>
  );
}

/** What a key asks for is done once for each press, not when something else has changed. */
function useCount(count: number, act: () => void): void {
  const answered = useRef(count);
  useEffect(() => {
    if (count === answered.current) return;
    answered.current = count;
    act();
  });
}

interface NodeProps {
  node: Split | Group;
  parts: TradeParts;
  sizes: Readonly<Record<string, Readonly<Record<string, number>>>>;
  onSizes: (split: Split, sizes: Readonly<Record<string, number>>) => void;
}

function Node({ node, parts, sizes, onSizes }: NodeProps) {
  const { say } = useTexts();
  if (node.kind === 'group') return <Place group={node} parts={parts} />;
  const key = sizesKey(node);
  return (
    <Panes
      key={key}
      className={styles.split}
      orientation={node.kind === 'row' ? 'horizontal' : 'vertical'}
      defaultLayout={sizes[key]}
      onLayoutChanged={(layout, { isUserInteraction }) => isUserInteraction && onSizes(node, layout)}
    >
      {node.parts.flatMap(({ share, min, of }, index) => {
        const pane = (
          <Pane key={of.id} id={of.id} className={styles.cell} defaultSize={`${share}%`} minSize={min}>
            <Node node={of} parts={parts} sizes={sizes} onSizes={onSizes} />
          </Pane>
        );
        if (index === 0) return [pane];
        return [<Separator key={`${of.id} edge`} className={styles.edge} aria-label={say('trade.resize')} />, pane];
      })}
    </Panes>
  );
}

function tabKey(group: string): string {
  return `trade.tab.${group}`;
}

/** One place of the layout: a panel, or several behind tabs. */
function Place({ group: { id, panels }, parts }: { group: Group; parts: TradeParts }) {
  const { say } = useTexts();
  const [first, ...others] = panels;
  const [shown, show] = useKept<PanelId>(tabKey(id), [first, ...others]);
  const panel = <TerminalPanel key={shown} id={shown} parts={parts} />;
  return (
    <div className={styles.pane} data-panel={shown} onKeyDown={leaveField}>
      {others.length === 0 ? (
        panel
      ) : (
        <Tabs
          label={say('trade.views')}
          tabs={panels.map((name) => ({ name, title: say(PANELS[name].title) }))}
          chosen={shown}
          onChoose={show}
        >
          {panel}
        </Tabs>
      )}
    </div>
  );
}

/** Out of a field the keys act on the whole screen again. */
function leaveField({ key, target }: KeyboardEvent): void {
  if (key === 'Escape' && target instanceof HTMLInputElement) target.blur();
}
