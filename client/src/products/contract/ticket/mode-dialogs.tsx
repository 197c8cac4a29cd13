import { useState } from 'react';
import type { ContractSetting } from '../../../../../shared/products/perpetual/stream';
import type { MarketRecord } from '../../../../../shared/wire/product';
import { useSetMarginModeMutation, useSetPositionModeMutation } from '../../../entities/contract/contract-api';
import { useContractAccount } from '../../../entities/contract/positions';
import type { Fault } from '../../../shared/api/envelope';
import { useTexts } from '../../../shared/i18n/use-texts';
import { useSent } from '../../../shared/lib/hooks/use-sent';
import { Dialog } from '../../../shared/ui/dialogs/dialog';
import formStyles from '../../../entities/order/ticket/order-form.module.css';
import styles from './contract-form.module.css';
import { SetTerms } from './set-terms';

const MARGIN_MODES = ['isolated', 'cross'] as const;
const POSITION_MODES = ['hedge', 'one_way'] as const;

/** Whether a position stands by itself or by the whole account. */
export function MarginModeDialog(properties: ModeProps<ContractSetting['marginMode']>) {
  const { say } = useTexts();
  const [set, { isLoading, error }] = useSetMarginModeMutation();
  const title = say('ticket.margin_mode', { market: properties.market.label });
  return <ModeDialog {...properties} {...{ title, modes: MARGIN_MODES, send: set, isLoading, error }} />;
}

/** Whether long and short stand side by side, or orders turn one position around. */
export function PositionModeDialog(properties: ModeProps<ContractSetting['positionMode']>) {
  const { say } = useTexts();
  const [set, { isLoading, error }] = useSetPositionModeMutation();
  const title = say('ticket.position_mode', { market: properties.market.label });
  return <ModeDialog {...properties} {...{ title, modes: POSITION_MODES, send: set, isLoading, error }} />;
}

interface ModeProps<Mode> {
  market: MarketRecord;
  /** That is set now. */
  mode: Mode;
  onClose: () => void;
}

interface ModeDialogProps<Mode> extends ModeProps<Mode> {
  title: string;
  modes: readonly Mode[];
  send: (wish: { clientId: string; market: string; mode: Mode }) => Promise<{ error?: unknown }>;
  isLoading: boolean;
  error: Fault | undefined;
}

type Mode = (typeof MARGIN_MODES)[number] | (typeof POSITION_MODES)[number];

function ModeDialog<Of extends Mode>(properties: ModeDialogProps<Of>) {
  const { market, mode, onClose, title, modes, send, isLoading, error } = properties;
  const { say } = useTexts();
  const account = useContractAccount();
  const sent = useSent();
  const [chosen, choose] = useState(mode);
  const isHere = (one: { market: string }) => one.market === market.name;
  const isBusy = account !== undefined && (account.positions.some(isHere) || account.orders.some(isHere));
  const press = async () => {
    const wish = { market: market.name, mode: chosen };
    if (await sent(send, wish, { text: say('ticket.mode.done', { mode: say(`ticket.${chosen}`) }) })) onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.modes} role="radiogroup" aria-label={title}>
        {modes.map((one) => (
          <label key={one} className={styles.modeChoice} data-chosen={one === chosen}>
            <input type="radio" name="mode" checked={one === chosen} onChange={() => choose(one)} />
            <span>
              <b>{say(`ticket.${one}`)}</b>
              <span className={styles.hint}>{say(`ticket.${one}.effect`)}</span>
            </span>
          </label>
        ))}
      </div>
      {isBusy && (
        <p className={formStyles.note} data-kind="warning" role="status">
          {say('ticket.mode.busy')}
        </p>
      )}
      <SetTerms
        {...{ error, isBusy: isLoading, onSend: press }}
        isDisabled={isBusy || chosen === mode}
        confirm={say('ticket.mode.confirm')}
      />
    </Dialog>
  );
}
