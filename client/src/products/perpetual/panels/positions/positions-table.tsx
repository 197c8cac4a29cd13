import { ArrowLeftRight, Crosshair, PlusCircle, Share2, XCircle } from 'lucide-react';
import { scaleOf } from '../../../../../../shared/rules/units';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { useOpenedItem } from '../../../../kit/lib/hooks/use-opened-item';
import { column, figure, fixed, type Column } from '../../../../kit/ui/data-table/columns';
import { Rows } from '../../../../kit/ui/data-table/rows';
import { Note } from '../../../../kit/ui/page/note';
import { RowAct } from '../../../../kit/ui/lists/row-act';
import { AdlLight } from '../../../../kit/positions/adl-light';
import { CloseDialog } from './close-dialog';
import { MarginDialog } from './margin-dialog';
import {
  callbackText,
  PositionName,
  Realised,
  TwoLines,
  Unrealised,
  moneyOf,
  priceOf,
} from '../../../../kit/positions/position-format';
import styles from '../../../../kit/positions/positions.module.css';
import { ReverseDialog } from './reverse-dialog';
import { ShareDialog } from './share-dialog';
import { StopDialog } from './stops/stop-dialog';
import { usePositionResults } from './use-position-results';
import { useShownPositions, type ShownPosition } from '../../../../kit/positions/use-positions';

type Act = 'close' | 'margin' | 'stops' | 'reverse' | 'share';

export function PositionsTable({ marketFilter }: { marketFilter: string | undefined }) {
  const texts = useTexts();
  const { t, numbers } = texts;
  const positions = useShownPositions();
  const results = usePositionResults();
  const [openedDialog, openDialog, closeDialog] = useOpenedItem<{ act: Act; id: string }>();
  const rows = positions?.filter(({ market }) => marketFilter === undefined || market.name === marketFilter);
  const selectedPosition = positions?.find(({ id }) => id === openedDialog?.id);
  const columns: Column<ShownPosition>[] = [
    fixed('market', t('positions.contract'), (row) => <PositionName position={row} />),
    figure('size', t('positions.size'), ({ state, market, computed }) => (
      <TwoLines
        first={`${numbers.fixed(state.quantity, scaleOf(market.lot))} ${market.base}`}
        second={`${moneyOf(texts, computed?.value)} ${market.quote}`}
      />
    )),
    figure('entry', t('positions.entry'), (row) => (
      <TwoLines
        first={priceOf(texts, row, row.computed?.entry ?? null)}
        second={`${t('positions.break_even')} ${priceOf(texts, row, row.computed?.breakEven ?? null)}`}
      />
    )),
    figure('mark', t('positions.mark'), (row) => priceOf(texts, row, row.mark)),
    figure('unrealised', t('positions.unrealised'), (row) => <Unrealised position={row} />),
    figure('liquidation', t('positions.liquidation'), (row) => (
      <TwoLines
        first={<span className={styles.liquidation}>{priceOf(texts, row, row.state.liquidationPrice)}</span>}
        second={row.computed?.distance ? numbers.percent(row.computed.distance).replace('+', '') : ''}
      />
    )),
    figure('margin', t('positions.margin'), ({ state, market, computed }) => (
      <TwoLines
        first={`${moneyOf(texts, state.margin)} ${market.quote}`}
        second={computed?.marginRatio ? numbers.narrowPercent(computed.marginRatio) : '–'}
      />
    )),
    figure('realised', t('positions.profit'), ({ id, market }) => (
      <Realised result={results.get(id)} quote={market.quote} />
    )),
    column('adl', t('positions.adl'), ({ id }) => <AdlLight light={results.get(id)?.adl ?? null} />),
    figure('stops', t('positions.stops'), (row) => {
      const triggerText = (kind: 'take_profit' | 'stop_loss') =>
        priceOf(texts, row, row.stops.find((stop) => stop.kind === kind)?.trigger ?? null);
      const trailing = row.stops.find(({ trigger }) => trigger === null);
      const hasLoss = row.stops.some(({ kind }) => kind === 'stop_loss');
      const stopLossText = trailing && !hasLoss ? callbackText(texts, trailing) : triggerText('stop_loss');
      return <TwoLines first={triggerText('take_profit')} second={stopLossText} />;
    }),
    fixed('actions', '', ({ id, state, computed }) => {
      const act = (name: Act) => () => openDialog({ act: name, id });
      return (
        <span className={styles.actions}>
          <RowAct icon={Crosshair} name={t('positions.act.stops')} disabled={state.isLocked} onClick={act('stops')} />
          {state.mode === 'isolated' && (
            <RowAct
              icon={PlusCircle}
              name={t('positions.act.margin')}
              disabled={state.isLocked}
              onClick={act('margin')}
            />
          )}
          <RowAct
            icon={ArrowLeftRight}
            name={t('positions.act.reverse')}
            disabled={state.isLocked}
            onClick={act('reverse')}
          />
          <RowAct icon={Share2} name={t('positions.act.share')} disabled={!computed} onClick={act('share')} />
          <RowAct icon={XCircle} name={t('positions.act.close')} disabled={state.isLocked} onClick={act('close')} />
        </span>
      );
    }),
  ];
  return (
    <>
      <Rows<ShownPosition>
        label={t('positions.tab.positions')}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        empty={<Note kind="empty" text={t('positions.none')} />}
        density="panel"
      />
      {selectedPosition && openedDialog?.act === 'close' && (
        <CloseDialog key={selectedPosition.id} position={selectedPosition} onClose={closeDialog} />
      )}
      {selectedPosition && openedDialog?.act === 'margin' && (
        <MarginDialog key={selectedPosition.id} position={selectedPosition} onClose={closeDialog} />
      )}
      {selectedPosition && openedDialog?.act === 'reverse' && (
        <ReverseDialog key={selectedPosition.id} position={selectedPosition} onClose={closeDialog} />
      )}
      {selectedPosition && openedDialog?.act === 'share' && (
        <ShareDialog key={selectedPosition.id} position={selectedPosition} onClose={closeDialog} />
      )}
      {selectedPosition && openedDialog?.act === 'stops' && (
        <StopDialog key={selectedPosition.id} position={selectedPosition} onClose={closeDialog} />
      )}
    </>
  );
}
