import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Group as Panes, Panel as Pane, Separator } from 'react-resizable-panels';
import { AnnouncedTerms } from '../features/announce-terms/announced-terms';
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
import { idsOf, titleOf } from './panels';
import styles from './terminal.module.css';
import type { Panels, ScreenParts, TradeParts } from './trade-parts';
import { useFillsWindow } from './use-fills-window';
import { useWishes } from './use-wishes';

/** A whole screen without scrolling; where the panels stand is the user's choice, and stays as it was left. */
export function Desk<Own>({ product, isHelpOpen, onHelp, searches, entries, ...given }: ScreenParts<Own>) {
  const { say } = useTexts();
  useFillsWindow();
  const [wishes, change] = useWishes(product.keys.layout);
  const [resets, setResets] = useState(0);
  const [isListOpen, setListOpen] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const desk = useRef<HTMLDivElement>(null);
  const { market, onChoose, side } = given;
  const { panels, Strip, Banner, Settings } = product;
  const parts: TradeParts<Own> = { ...given, searchRef: search };

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

  const layout = arranged(wishes, idsOf(panels));
  return (
    <div ref={desk} className={styles.desk}>
      <MarketBar market={market} kept={product.keys.open} onChoose={onChoose} onMore={() => setListOpen(true)} />
      <Strip market={market} onOpenList={toList}>
        <AnnouncedTerms market={market} />
        <ConnectionBadge />
        <KeyHelp isOpen={isHelpOpen} onOpen={onHelp} />
        <TradeSettings skipKey={product.keys.skip}>
          <LayoutSettings
            panels={panels}
            wishes={wishes}
            onChange={(to) => {
              change(() => to);
              setResets((count) => count + 1);
            }}
          />
          {Settings && <Settings />}
        </TradeSettings>
      </Strip>
      {Banner && <Banner market={market} />}
      {layout ? (
        <Node
          key={`${wishes.preset} ${resets}`}
          node={layout}
          panels={panels}
          parts={parts}
          sizes={wishes.sizes}
          onSizes={(split, sizes) => change((now) => withSizes(now, split, sizes))}
        />
      ) : (
        <Note kind="empty" text={say('desk.nothing')} />
      )}
      {isListOpen && <MarketDialog chosen={market} onChoose={onChoose} onClose={() => setListOpen(false)} />}
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

interface NodeProps<Own> {
  node: Split | Group;
  panels: Panels<Own>;
  parts: TradeParts<Own>;
  sizes: Readonly<Record<string, Readonly<Record<string, number>>>>;
  onSizes: (split: Split, sizes: Readonly<Record<string, number>>) => void;
}

function Node<Own>({ node, panels, parts, sizes, onSizes }: NodeProps<Own>) {
  const { say } = useTexts();
  if (node.kind === 'group') return <Place group={node} panels={panels} parts={parts} />;
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
            <Node node={of} panels={panels} parts={parts} sizes={sizes} onSizes={onSizes} />
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
function Place<Own>({ group, panels, parts }: Pick<NodeProps<Own>, 'panels' | 'parts'> & { group: Group }) {
  const { say } = useTexts();
  const { id, panels: here } = group;
  const [first, ...others] = here;
  const [shown, show] = useKept<PanelId>(tabKey(id), [first, ...others]);
  const panel = <TerminalPanel key={shown} id={shown} panels={panels} parts={parts} />;
  return (
    <div className={styles.pane} data-panel={shown} onKeyDown={leaveField}>
      {others.length === 0 ? (
        panel
      ) : (
        <Tabs
          label={say('trade.views')}
          tabs={here.map((name) => ({ name, title: titleOf(panels, name, say) }))}
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
