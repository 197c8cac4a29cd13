import { FlaskConical } from 'lucide-react';
import { useDispatch } from 'react-redux';
import type { RechargeChain } from '../../../../../../shared/products/wallet/chains';
import { useAskFaucetMutation } from '../../../../kit/entities/recharge/recharge-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { decimalOfTyped, typedOf, type Typed } from '../../../../kit/lib/numbers/typed';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { AmountField } from '../../../../kit/ui/form/fields/amount-field';
import { Field } from '../../../../kit/ui/form/field';
import { FieldForm } from '../../../../kit/ui/form/field-form';
import { useForm } from '../../../../kit/ui/form/use-form';
import { useRefusals } from '../../../../kit/ui/form/use-refusals';
import { TextWithFact } from '../../../../kit/ui/text-with-fact';
import { positiveAmount } from '../parts/amount-rules';
import { faucetSuggestion } from './faucet-terms';
import styles from './faucet.module.css';
import shared from '../parts/wallet.module.css';

interface Fields {
  amount: Typed;
}

const FIELD_OF = {
  'amount.not.positive': 'amount',
  'amount.above.maximum': 'amount',
  'amount.too.large': 'amount',
  'amount.too.precise': 'amount',
  'faucet.exhausted': 'amount',
};

/** Test coins without value, sent over the simulated chain like any other deposit. */
export function Faucet({ chain, maximum }: { chain: RechargeChain; maximum: string }) {
  const { t, numbers } = useTexts();
  const serverText = useServerWords();
  const dispatch = useDispatch();
  const [requestFaucet, { isLoading }] = useAskFaucetMutation();
  const { asset, minimum, decimals } = chain;
  const form = useForm<Fields>({ amount: typedOf(faucetSuggestion(maximum, minimum, decimals)) });
  const { formError, explain, clear } = useRefusals(form, FIELD_OF);
  const send = async ({ amount }: Fields) => {
    clear();
    const { error } = await requestFaucet({ asset, chain: chain.chain, amount: decimalOfTyped(amount) ?? '0' });
    if (error) explain(error);
    else dispatch(toastShown({ kind: 'success', key: 'wallet.faucet.sent' }));
  };
  return (
    <section className={styles.faucet} aria-labelledby="faucet-title">
      <h2 id="faucet-title">
        <FlaskConical size={16} aria-hidden="true" /> {t('wallet.faucet.title')}
      </h2>
      <p className={shared.muted}>
        <TextWithFact text="wallet.faucet.text" params={{ amount: numbers.compact(maximum), asset }} />
      </p>
      <FieldForm
        form={form}
        className={styles.row}
        layout="horizontal"
        onChange={clear}
        onSubmit={(fields: Fields) => void send(fields)}
      >
        <Field name="amount" rules={[positiveAmount(serverText)]}>
          <AmountField aria-label={t('wallet.amount')} unit={asset} scale={decimals} />
        </Field>
        <button type="submit" className={shared.way} disabled={isLoading} aria-busy={isLoading}>
          {t('wallet.faucet.send')}
        </button>
      </FieldForm>
      <p className={shared.fault} role="alert">
        {formError && ('key' in formError ? t(formError.key) : formError.text)}
      </p>
    </section>
  );
}
