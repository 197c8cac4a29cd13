import { useState } from 'react';
import type { ContractSetting } from '../../../../../shared/products/perpetual/stream';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { useSetMarginModeMutation, useSetPositionModeMutation } from '../../../kit/entities/contract/contract-api';
import { useContractAccount } from '../../../kit/entities/contract/positions';
import type { Fault } from '../../../kit/api/envelope';
import { useTexts } from '../../../kit/i18n/use-texts';
import { useSendOnce } from '../../../kit/lib/hooks/use-send-once';
import { Dialog } from '../../../kit/ui/dialogs/dialog';
import formStyles from '../../../kit/entities/order/ticket/order-form.module.css';
import styles from './contract-form.module.css';
import { SetTerms } from './set-terms';

const MARGIN_MODES = ['isolated', 'cross'] as const;
const POSITION_MODES = ['hedge', 'one_way'] as const;

/** Isolated or cross margin. */
export function MarginModeDialog(properties: ModeProps<ContractSetting['marginMode']>) {
  const { t } = useTexts();
  const [set, { isLoading, error }] = useSetMarginModeMutation();
  const title = t('ticket.margin_mode', { market: properties.market.label });
  return <ModeDialog {...properties} {...{ title, modes: MARGIN_MODES, send: set, isLoading, error }} />;
}

/** Hedge mode (long and short side by side) or one-way mode. */
export function PositionModeDialog(properties: ModeProps<ContractSetting['positionMode']>) {
  const { t } = useTexts();
  const [set, { isLoading, error }] = useSetPositionModeMutation();
  const title = t('ticket.position_mode', { market: properties.market.label });
  return <ModeDialog {...properties} {...{ title, modes: POSITION_MODES, send: set, isLoading, error }} />;
}

interface ModeProps<Mode> {
  market: MarketRecord;
  /** The current mode. */
  mode: Mode;
  onClose: () => void;
}

interface ModeDialogProps<Mode> extends ModeProps<Mode> {
  title: string;
  modes: readonly Mode[];
  send: (request: { clientId: string; market: string; mode: Mode }) => Promise<{ error?: unknown }>;
  isLoading: boolean;
  error: Fault | undefined;
}

type Mode = (typeof MARGIN_MODES)[number] | (typeof POSITION_MODES)[number];

function ModeDialog<Of extends Mode>(properties: ModeDialogProps<Of>) {
  const { market, mode, onClose, title, modes, send, isLoading, error } = properties;
  const { t } = useTexts();
  const account = useContractAccount();
  const sendOnce = useSendOnce();
  const [selectedMode, choose] = useState(mode);
  const isHere = (one: { market: string }) => one.market === market.name;
  const isBusy = account !== undefined && (account.positions.some(isHere) || account.orders.some(isHere));
  const submitMode = async () => {
    const request = { market: market.name, mode: selectedMode };
    if (await sendOnce(send, request, { text: t('ticket.mode.done', { mode: t(`ticket.${selectedMode}`) }) }))
      onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.modes} role="radiogroup" aria-label={title}>
        {modes.map((one) => (
          <label key={one} className={styles.modeChoice} data-chosen={one === selectedMode}>
            <input type="radio" name="mode" checked={one === selectedMode} onChange={() => choose(one)} />
            <span>
              <b>{t(`ticket.${one}`)}</b>
              <span className={styles.hint}>{t(`ticket.${one}.effect`)}</span>
            </span>
          </label>
        ))}
      </div>
      {isBusy && (
        <p className={formStyles.note} data-kind="warning" role="status">
          {t('ticket.mode.busy')}
        </p>
      )}
      <SetTerms
        {...{ error, isBusy: isLoading, onSend: submitMode }}
        isDisabled={isBusy || selectedMode === mode}
        confirm={t('ticket.mode.confirm')}
      />
    </Dialog>
  );
}
