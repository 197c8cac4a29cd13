import { ArrowLeftRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router';
import { ACCOUNT_KINDS, accountsFor, type AccountKind } from '../../../../../../shared/rules/account-kinds';
import type { Balance } from '../../../../../../shared/wire/market-data';
import type { AssetRecord } from '../../../../../../shared/wire/product';
import { transferHindrance } from '../../api/coin-states';
import { useApplyTransferMutation } from '../../../../entities/wallet/wallet-api';
import { useReckonedAccount } from '../../../../features/show-positions/use-positions';
import { useServerWords } from '../../../../shared/i18n/server-words';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { decimalOfTyped, type Typed } from '../../../../shared/lib/numbers/typed';
import { useAttempt } from '../../../../shared/lib/hooks/use-attempt';
import { toastShown } from '../../../../shared/toasts/toasts-slice';
import { Amount } from '../../../../shared/ui/figures/amount';
import { AmountField } from '../../../../shared/ui/form/fields/amount-field';
import { Combobox } from '../../../../shared/ui/form/fields/combobox';
import { Field } from '../../../../shared/ui/form/field';
import { FieldForm } from '../../../../shared/ui/form/field-form';
import { SelectField } from '../../../../shared/ui/form/fields/select-field';
import { Submit } from '../../../../shared/ui/form/submit';
import { useForm } from '../../../../shared/ui/form/use-form';
import { useRefusals } from '../../../../shared/ui/form/use-refusals';
import { IconButton } from '../../../../shared/ui/controls/icon-button';
import { judgedAmount } from '../parts/amount-rules';
import { CoinNote } from '../parts/coin-note';
import styles from './transfer-form.module.css';
import { isAccount, movable, sourceFor, targetFor, targetsOf, transferFault } from './transfer-terms';
import shared from '../parts/wallet.module.css';

interface TransferFormProps {
  assets: readonly AssetRecord[];
  balances: readonly Balance[];
}

interface Fields {
  amount: Typed;
}

const FIELD_OF = {
  'amount.not.positive': 'amount',
  'amount.too.precise': 'amount',
  'amount.above.maximum': 'amount',
  'amount.too.large': 'amount',
  'balance.insufficient': 'amount',
};

export function TransferForm({ assets, balances }: TransferFormProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const dispatch = useDispatch();
  const { from, to, asset, change } = useChoice(assets, balances);
  const [apply, { isLoading }] = useApplyTransferMutation();
  const form = useForm<Fields>();
  const { fault, explain, clear } = useRefusals(form, FIELD_OF);
  const attempt = useAttempt('transfer');
  const hindrance = asset ? transferHindrance(asset) : null;
  const availableIn = useAvailable(asset?.asset ?? '', balances);
  const available = availableIn(from);
  const clearAmount = () => form.reset('amount');
  // Another account or asset is another amount.
  useEffect(clearAmount, [form, from, to, asset?.asset]);

  const send = async ({ amount: typed }: Fields) => {
    if (!asset) return;
    clear();
    const wish = { asset: asset.asset, from, to, amount: decimalOfTyped(typed) ?? '0' };
    const { error } = await apply({ clientId: attempt.idOf(wish), ...wish });
    if (!error) attempt.accepted();
    if (error) return explain(error);
    clearAmount();
    dispatch(toastShown({ kind: 'success', key: 'wallet.transfer.done' }));
  };
  const accountName = (kind: AccountKind) => say(`wallet.account.${kind}`);
  return (
    <div className={shared.columns}>
      <div className={shared.form}>
        <div className={styles.accounts}>
          <AccountSelect
            label={say('wallet.from')}
            kinds={ACCOUNT_KINDS}
            chosen={from}
            onChoose={(next) => change({ from: next, to: targetFor(next, next === to ? from : to, assets) })}
          />
          <span className={styles.swap}>
            <IconButton label={say('wallet.transfer.swap')} onClick={() => change({ from: to, to: from })}>
              <ArrowLeftRight size={18} aria-hidden="true" />
            </IconButton>
          </span>
          <AccountSelect
            label={say('wallet.to')}
            kinds={targetsOf(from)}
            chosen={to}
            onChoose={(next) => change({ from, to: next })}
          />
        </div>
        <div className={shared.field}>
          <span aria-hidden="true">{say('assets.asset')}</span>
          <Combobox
            aria-label={say('assets.asset')}
            size="large"
            value={asset?.asset}
            options={movable(assets, from, to).map((one) => ({ value: one.asset, text: one.asset }))}
            onChange={(next) => next !== undefined && change({ from, to, asset: next })}
          />
        </div>
        <FieldForm form={form} onSubmit={(fields: Fields) => void send(fields)} onChange={clear}>
          <Field
            name="amount"
            label={say('wallet.amount')}
            extra={
              <>
                {say('wallet.available_in', { account: accountName(from) })}{' '}
                <Amount of={available} asset={asset?.asset} /> {asset?.asset}
              </>
            }
            rules={[judgedAmount(words, (amount) => transferFault(amount, available))]}
          >
            <AmountField unit={asset?.asset ?? ''} scale={asset?.scale ?? 0} maximum={available} />
          </Field>
          {hindrance ? (
            <CoinNote hindrance={hindrance} />
          ) : (
            <Submit text={say('wallet.transfer.submit')} isBusy={isLoading} fault={fault} />
          )}
        </FieldForm>
      </div>
      {asset && <Everywhere asset={asset} availableIn={availableIn} />}
    </div>
  );
}

type AvailableIn = (account: AccountKind) => string;

/** What may leave each account. What cross positions have lost, or ask for, stays in that of contracts. */
function useAvailable(asset: string, balances: readonly Balance[]): AvailableIn {
  const contract = useReckonedAccount(asset);
  const balanceOf = (kind: AccountKind) => balances.find((one) => one.account === kind && one.asset === asset);
  // Until the stream has told the positions, the exchange is the first to know.
  return (kind) => (kind === 'contract' && contract?.free) || (balanceOf(kind)?.available ?? '0');
}

/** What each account has of the asset. */
function Everywhere({ asset, availableIn }: { asset: AssetRecord; availableIn: AvailableIn }) {
  const { say } = useTexts();
  return (
    <aside className={shared.notes} aria-labelledby="transfer-accounts">
      <h2 id="transfer-accounts">{say('wallet.transfer.available', { asset: asset.asset })}</h2>
      <dl className={shared.facts}>
        {accountsFor(asset).map((kind) => (
          <div key={kind}>
            <dt>{say(`wallet.account.${kind}`)}</dt>
            <dd>
              <Amount of={availableIn(kind)} asset={asset.asset} />
            </dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

interface AccountSelectProps {
  label: string;
  kinds: readonly AccountKind[];
  chosen: AccountKind;
  onChoose: (kind: AccountKind) => void;
}

function AccountSelect({ label, kinds, chosen, onChoose }: AccountSelectProps) {
  const { say } = useTexts();
  return (
    <div className={shared.field}>
      <span aria-hidden="true">{label}</span>
      <SelectField
        aria-label={label}
        size="large"
        value={chosen}
        options={kinds.map((kind) => ({ value: kind, label: say(`wallet.account.${kind}`) }))}
        onChange={(kind) => kind !== undefined && onChoose(kind)}
      />
    </div>
  );
}

/** The accounts and the asset, as the address of the page names them and as far as they go together. */
function useChoice(assets: readonly AssetRecord[], balances: readonly Balance[]) {
  const [parameters, setParameters] = useSearchParams();
  const [fromNamed, toNamed] = [parameters.get('from'), parameters.get('to')];
  const named = assets.find((one) => one.asset === parameters.get('asset'));
  // Once: what comes in or goes out meanwhile turns nothing round under somebody who types.
  const [begun] = useState(() => sourceFor(undefined, balances));
  const from = isAccount(fromNamed) ? fromNamed : named ? sourceFor(named, []) : begun;
  const to = targetFor(from, isAccount(toNamed) ? toNamed : null, named ? [named] : assets);
  const candidates = movable(assets, from, to);
  const asset = candidates.find((one) => one.asset === parameters.get('asset')) ?? candidates[0];
  const change = (next: { from: AccountKind; to: AccountKind; asset?: string }) => {
    const chosen = next.asset ?? parameters.get('asset');
    setParameters({ from: next.from, to: next.to, ...(chosen === null ? {} : { asset: chosen }) }, { replace: true });
  };
  return { from, to, asset, change };
}
