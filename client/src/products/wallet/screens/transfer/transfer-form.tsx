import { ArrowLeftRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useSearchParams } from 'react-router';
import { ACCOUNT_KINDS, accountsFor, type AccountKind } from '../../../../../../shared/rules/account-kinds';
import type { Balance } from '../../../../../../shared/wire/market-data';
import type { AssetRecord } from '../../../../../../shared/wire/product';
import { transferBlock } from '../../api/coin-states';
import { useApplyTransferMutation } from '../../../../kit/entities/wallet/wallet-api';
import { useReckonedAccount } from '../../../../kit/positions/use-positions';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { decimalOfTyped, type Typed } from '../../../../kit/lib/numbers/typed';
import { useAttempt } from '../../../../kit/lib/hooks/use-attempt';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { Amount } from '../../../../kit/ui/figures/amount';
import { AmountField } from '../../../../kit/ui/form/fields/amount-field';
import { Combobox } from '../../../../kit/ui/form/fields/combobox';
import { Field } from '../../../../kit/ui/form/field';
import { FieldForm } from '../../../../kit/ui/form/field-form';
import { SelectField } from '../../../../kit/ui/form/fields/select-field';
import { Submit } from '../../../../kit/ui/form/submit';
import { useForm } from '../../../../kit/ui/form/use-form';
import { useRefusals } from '../../../../kit/ui/form/use-refusals';
import { IconButton } from '../../../../kit/ui/controls/icon-button';
import { judgedAmount } from '../parts/amount-rules';
import { CoinNote } from '../parts/coin-note';
import styles from './transfer-form.module.css';
import { isAccount, transferableAssets, sourceFor, targetFor, targetsOf, transferFault } from './transfer-terms';
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
  const { t } = useTexts();
  const serverText = useServerWords();
  const dispatch = useDispatch();
  const { from, to, asset, change } = useChoice(assets, balances);
  const [apply, { isLoading }] = useApplyTransferMutation();
  const form = useForm<Fields>();
  const { formError, explain, clear } = useRefusals(form, FIELD_OF);
  const attempt = useAttempt('transfer');
  const block = asset ? transferBlock(asset) : null;
  const availableIn = useAvailable(asset?.asset ?? '', balances);
  const available = availableIn(from);
  const clearAmount = () => form.reset('amount');
  // The amount does not carry over to another account or asset.
  useEffect(clearAmount, [form, from, to, asset?.asset]);

  const send = async ({ amount: amountInput }: Fields) => {
    if (!asset) return;
    clear();
    const request = { asset: asset.asset, from, to, amount: decimalOfTyped(amountInput) ?? '0' };
    const { error } = await apply({ clientId: attempt.idOf(request), ...request });
    if (!error) attempt.accepted();
    if (error) return explain(error);
    clearAmount();
    dispatch(toastShown({ kind: 'success', key: 'wallet.transfer.done' }));
  };
  const accountName = (kind: AccountKind) => t(`wallet.account.${kind}`);
  return (
    <div className={shared.columns}>
      <div className={shared.form}>
        <div className={styles.accounts}>
          <AccountSelect
            label={t('wallet.from')}
            kinds={ACCOUNT_KINDS}
            selected={from}
            onChoose={(next) => change({ from: next, to: targetFor(next, next === to ? from : to, assets) })}
          />
          <span className={styles.swap}>
            <IconButton label={t('wallet.transfer.swap')} onClick={() => change({ from: to, to: from })}>
              <ArrowLeftRight size={18} aria-hidden="true" />
            </IconButton>
          </span>
          <AccountSelect
            label={t('wallet.to')}
            kinds={targetsOf(from)}
            selected={to}
            onChoose={(next) => change({ from, to: next })}
          />
        </div>
        <div className={shared.field}>
          <span aria-hidden="true">{t('assets.asset')}</span>
          <Combobox
            aria-label={t('assets.asset')}
            size="large"
            value={asset?.asset}
            options={transferableAssets(assets, from, to).map((one) => ({ value: one.asset, text: one.asset }))}
            onChange={(next) => next !== undefined && change({ from, to, asset: next })}
          />
        </div>
        <FieldForm form={form} onSubmit={(fields: Fields) => void send(fields)} onChange={clear}>
          <Field
            name="amount"
            label={t('wallet.amount')}
            extra={
              <>
                {t('wallet.available_in', { account: accountName(from) })}{' '}
                <Amount amount={available} asset={asset?.asset} /> {asset?.asset}
              </>
            }
            rules={[judgedAmount(serverText, (amount) => transferFault(amount, available))]}
          >
            <AmountField unit={asset?.asset ?? ''} scale={asset?.scale ?? 0} maximum={available} />
          </Field>
          {block ? (
            <CoinNote hindrance={block} />
          ) : (
            <Submit text={t('wallet.transfer.submit')} isBusy={isLoading} formError={formError} />
          )}
        </FieldForm>
      </div>
      {asset && <Everywhere asset={asset} availableIn={availableIn} />}
    </div>
  );
}

type AvailableIn = (account: AccountKind) => string;

/** Transferable balance per account. In the contract account it excludes what cross positions have lost or require. */
function useAvailable(asset: string, balances: readonly Balance[]): AvailableIn {
  const contract = useReckonedAccount(asset);
  const balanceOf = (kind: AccountKind) => balances.find((one) => one.account === kind && one.asset === asset);
  // Until the stream delivers the positions, the plain balance is shown and the server decides.
  return (kind) => (kind === 'contract' && contract?.free) || (balanceOf(kind)?.available ?? '0');
}

/** Balance of the asset in each account. */
function Everywhere({ asset, availableIn }: { asset: AssetRecord; availableIn: AvailableIn }) {
  const { t } = useTexts();
  return (
    <aside className={shared.notes} aria-labelledby="transfer-accounts">
      <h2 id="transfer-accounts">{t('wallet.transfer.available', { asset: asset.asset })}</h2>
      <dl className={shared.facts}>
        {accountsFor(asset).map((kind) => (
          <div key={kind}>
            <dt>{t(`wallet.account.${kind}`)}</dt>
            <dd>
              <Amount amount={availableIn(kind)} asset={asset.asset} />
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
  selected: AccountKind;
  onChoose: (kind: AccountKind) => void;
}

function AccountSelect({ label, kinds, selected, onChoose }: AccountSelectProps) {
  const { t } = useTexts();
  return (
    <div className={shared.field}>
      <span aria-hidden="true">{label}</span>
      <SelectField
        aria-label={label}
        size="large"
        value={selected}
        options={kinds.map((kind) => ({ value: kind, label: t(`wallet.account.${kind}`) }))}
        onChange={(kind) => kind !== undefined && onChoose(kind)}
      />
    </div>
  );
}

/** Accounts and asset as named in the address, as far as they fit together. */
function useChoice(assets: readonly AssetRecord[], balances: readonly Balance[]) {
  const [parameters, setParameters] = useSearchParams();
  const [fromNamed, toNamed] = [parameters.get('from'), parameters.get('to')];
  const requestedAsset = assets.find((one) => one.asset === parameters.get('asset'));
  // Evaluated once, so that later balance changes do not swap accounts while the user types.
  const [initialSource] = useState(() => sourceFor(undefined, balances));
  const from = isAccount(fromNamed) ? fromNamed : requestedAsset ? sourceFor(requestedAsset, []) : initialSource;
  const to = targetFor(from, isAccount(toNamed) ? toNamed : null, requestedAsset ? [requestedAsset] : assets);
  const candidates = transferableAssets(assets, from, to);
  const asset = candidates.find((one) => one.asset === parameters.get('asset')) ?? candidates[0];
  const change = (next: { from: AccountKind; to: AccountKind; asset?: string }) => {
    const nextAsset = next.asset ?? parameters.get('asset');
    setParameters(
      { from: next.from, to: next.to, ...(nextAsset === null ? {} : { asset: nextAsset }) },
      { replace: true },
    );
  };
  return { from, to, asset, change };
}
