import { ArrowLeftRight, Crosshair, PlusCircle, Share2, XCircle } from 'lucide-react';
import { scaleOf } from '../../../../../../shared/rules/units';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { useOpened } from '../../../../shared/lib/hooks/use-opened';
import { column, figure, fixed, type Column } from '../../../../shared/ui/data-table/columns';
import { Rows } from '../../../../shared/ui/data-table/rows';
import { Note } from '../../../../shared/ui/page/note';
import { RowAct } from '../../../../shared/ui/lists/row-act';
import { AdlLight } from '../../../../features/show-positions/adl-light';
import { CloseDialog } from './close-dialog';
import { MarginDialog } from './margin-dialog';
import {
  behindOf,
  PositionName,
  Realised,
  Two,
  Unrealised,
  moneyOf,
  priceOf,
} from '../../../../features/show-positions/position-words';
import styles from '../../../../features/show-positions/positions.module.css';
import { ReverseDialog } from './reverse-dialog';
import { ShareDialog } from './share-dialog';
import { StopDialog } from './stops/stop-dialog';
import { usePositionResults } from './use-position-results';
import { useShownPositions, type ShownPosition } from '../../../../features/show-positions/use-positions';

type Act = 'close' | 'margin' | 'stops' | 'reverse' | 'share';

/** Positions at their marks, and what can be done with each. */
export function PositionsTable({ only }: { only: string | undefined }) {
  const texts = useTexts();
  const { say, numbers } = texts;
  const all = useShownPositions();
  const results = usePositionResults();
  const [asked, ask, done] = useOpened<{ act: Act; id: string }>();
  const rows = all?.filter(({ market }) => only === undefined || market.name === only);
  const chosen = all?.find(({ id }) => id === asked?.id);
  const columns: Column<ShownPosition>[] = [
    fixed('market', say('positions.contract'), (row) => <PositionName of={row} />),
    figure('size', say('positions.size'), ({ state, market, reckoned }) => (
      <Two
        first={`${numbers.fixed(state.quantity, scaleOf(market.lot))} ${market.base}`}
        second={`${moneyOf(texts, reckoned?.value)} ${market.quote}`}
      />
    )),
    figure('entry', say('positions.entry'), (row) => (
      <Two
        first={priceOf(texts, row, row.reckoned?.entry ?? null)}
        second={`${say('positions.break_even')} ${priceOf(texts, row, row.reckoned?.breakEven ?? null)}`}
      />
    )),
    figure('mark', say('positions.mark'), (row) => priceOf(texts, row, row.mark)),
    figure('unrealised', say('positions.unrealised'), (row) => <Unrealised of={row} />),
    figure('liquidation', say('positions.liquidation'), (row) => (
      <Two
        first={<span className={styles.liquidation}>{priceOf(texts, row, row.state.liquidationPrice)}</span>}
        second={row.reckoned?.distance ? numbers.percent(row.reckoned.distance).replace('+', '') : ''}
      />
    )),
    figure('margin', say('positions.margin'), ({ state, market, reckoned }) => (
      <Two
        first={`${moneyOf(texts, state.margin)} ${market.quote}`}
        second={reckoned?.marginRatio ? numbers.narrowPercent(reckoned.marginRatio) : '–'}
      />
    )),
    figure('realised', say('positions.profit'), ({ id, market }) => (
      <Realised of={results.get(id)} quote={market.quote} />
    )),
    column('adl', say('positions.adl'), ({ id }) => <AdlLight light={results.get(id)?.adl ?? null} />),
    figure('stops', say('positions.stops'), (row) => {
      const first = (kind: 'take_profit' | 'stop_loss') =>
        priceOf(texts, row, row.stops.find((stop) => stop.kind === kind)?.trigger ?? null);
      const trailing = row.stops.find(({ trigger }) => trigger === null);
      const hasLoss = row.stops.some(({ kind }) => kind === 'stop_loss');
      const second = trailing && !hasLoss ? behindOf(texts, trailing) : first('stop_loss');
      return <Two first={first('take_profit')} second={second} />;
    }),
    fixed('actions', '', ({ id, state, reckoned }) => {
      const act = (name: Act) => () => ask({ act: name, id });
      return (
        <span className={styles.actions}>
          <RowAct icon={Crosshair} name={say('positions.act.stops')} disabled={state.isLocked} onClick={act('stops')} />
          {state.mode === 'isolated' && (
            <RowAct
              icon={PlusCircle}
              name={say('positions.act.margin')}
              disabled={state.isLocked}
              onClick={act('margin')}
            />
          )}
          <RowAct
            icon={ArrowLeftRight}
            name={say('positions.act.reverse')}
            disabled={state.isLocked}
            onClick={act('reverse')}
          />
          <RowAct icon={Share2} name={say('positions.act.share')} disabled={!reckoned} onClick={act('share')} />
          <RowAct icon={XCircle} name={say('positions.act.close')} disabled={state.isLocked} onClick={act('close')} />
        </span>
      );
    }),
  ];
  return (
    <>
      <Rows<ShownPosition>
        label={say('positions.tab.positions')}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        empty={<Note kind="empty" text={say('positions.none')} />}
        density="panel"
      />
      {chosen && asked?.act === 'close' && <CloseDialog key={chosen.id} position={chosen} onClose={done} />}
      {chosen && asked?.act === 'margin' && <MarginDialog key={chosen.id} position={chosen} onClose={done} />}
      {chosen && asked?.act === 'reverse' && <ReverseDialog key={chosen.id} position={chosen} onClose={done} />}
      {chosen && asked?.act === 'share' && <ShareDialog key={chosen.id} position={chosen} onClose={done} />}
      {chosen && asked?.act === 'stops' && <StopDialog key={chosen.id} position={chosen} onClose={done} />}
    </>
  );
}
