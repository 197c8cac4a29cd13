import { useState } from 'react';
import { Link } from 'react-router';
import type { WithdrawalQuote } from '../../../../../../shared/products/wallet/wire';
import { useAddressBookQuery } from '../../api/withdrawal-api';
import { amountFault, isBeneficiaryAsked } from '../../api/withdrawal-terms';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { decimalOfTyped, type Typed } from '../../../../kit/lib/numbers/typed';
import { AmountField } from '../../../../kit/ui/form/fields/amount-field';
import { Field } from '../../../../kit/ui/form/field';
import { FieldForm } from '../../../../kit/ui/form/field-form';
import { required } from '../../../../kit/ui/form/rules';
import { useFieldValue, useForm } from '../../../../kit/ui/form/use-form';
import { useRefusals } from '../../../../kit/ui/form/use-refusals';
import { TextWithFact } from '../../../../kit/ui/text-with-fact';
import { AddressField } from './address-field';
import { judgedAmount } from '../parts/amount-rules';
import { BeneficiaryItems, beneficiaryOf, type BeneficiaryFields } from '../parts/beneficiary-items';
import { CardField } from './card-field';
import { ConfirmWithdrawal, type WithdrawalRequest } from './confirm-withdrawal';
import shared from '../parts/wallet.module.css';
import { WithdrawalSums } from './withdrawal-sums';

interface Fields extends BeneficiaryFields {
  address?: string;
  card?: string;
  amount: Typed;
}

/** Refusals about one field of this form; the dialog shows those about the proof. */
const FIELD_OF = {
  'amount.not.positive': 'amount',
  'amount.too.precise': 'amount',
  'amount.above.maximum': 'amount',
  'amount.too.large': 'amount',
  'withdrawal.too.small': 'amount',
  'balance.insufficient': 'amount',
  'withdrawal.not.final': 'amount',
  'withdrawal.limit.exceeded': 'amount',
  'chain.address.invalid': 'address',
  'withdrawal.address.not.listed': 'address',
  'withdrawal.address.held': 'address',
  'withdrawal.address.denied': 'address',
  'withdrawal.beneficiary.required': 'owner',
  'card.not.found': 'card',
  'card.held': 'card',
};

/** Destination and amount. */
export function WithdrawalFields({ quote, isHindered }: { quote: WithdrawalQuote; isHindered: boolean }) {
  const { t, numbers } = useTexts();
  const serverText = useServerWords();
  const form = useForm<Fields>();
  const { formError, explain, clear } = useRefusals(form, FIELD_OF);
  const [pendingRequest, setPendingRequest] = useState<WithdrawalRequest | null>(null);
  const amountInput = useFieldValue(form, 'amount');
  const address = useFieldValue(form, 'address');
  // The server may require the owner because the price has moved since.
  const [isDemanded, setDemanded] = useState(false);
  const { data: book } = useAddressBookQuery(undefined, { skip: quote.chain === null });
  const listedAddress = book?.records.find((record) => record.chain === quote.chain && record.address === address);
  const isAsked =
    listedAddress?.beneficiary === null && (isDemanded || isBeneficiaryAsked(decimalOfTyped(amountInput), quote));
  const { asset, chain, notFinal } = quote;
  const confirm = ({ address, card, amount, ...owner }: Fields) => {
    clear();
    const beneficiary = isAsked ? beneficiaryOf(owner) : undefined;
    setPendingRequest({
      asset,
      amount: decimalOfTyped(amount) ?? '0',
      ...(chain === null
        ? { card: card ?? '' }
        : { chain, address: (address ?? '').trim(), ...(beneficiary && { beneficiary }) }),
    });
  };
  return (
    <>
      <FieldForm form={form} onSubmit={confirm} onChange={clear}>
        {chain === null ? (
          <Field
            name="card"
            label={t('wallet.card')}
            extra={<Link to="/accountSet/bankCards">{t('wallet.card_manage')}</Link>}
            rules={[required(serverText)]}
          >
            <CardField />
          </Field>
        ) : (
          <Field
            name="address"
            label={t('wallet.address')}
            extra={<Link to="/accountSet/addressManage">{t('wallet.menu.addresses')}</Link>}
            rules={[required(serverText)]}
          >
            <AddressField chain={chain} />
          </Field>
        )}
        <Field
          name="amount"
          label={t('wallet.amount')}
          rules={[judgedAmount(serverText, (amount) => amountFault(amount, quote))]}
        >
          <AmountField
            unit={asset}
            scale={quote.decimals}
            maximum={quote.maximum}
            placeholder={t('wallet.withdrawal.from', { amount: numbers.exact(quote.minimum) })}
          />
        </Field>
        {isAsked && (
          <BeneficiaryItems
            hint={
              <TextWithFact text="wallet.owner.asked_text" params={{ amount: numbers.exact(quote.beneficiaryAbove) }} />
            }
          />
        )}
        <WithdrawalSums quote={quote} amount={decimalOfTyped(amountInput)} />
        {/[1-9]/.test(notFinal) && (
          <p className={shared.early} role="status">
            <TextWithFact text="wallet.withdrawal.not_final_text" params={{ amount: numbers.exact(notFinal), asset }} />
          </p>
        )}
        <p className={shared.fault} role="alert">
          {formError && ('key' in formError ? t(formError.key) : formError.text)}
        </p>
        <button type="submit" className={`${shared.way} ${shared.wide}`} disabled={isHindered}>
          {t('wallet.withdrawal.submit')}
        </button>
      </FieldForm>
      {pendingRequest && (
        <ConfirmWithdrawal
          request={pendingRequest}
          quote={quote}
          onClose={() => setPendingRequest(null)}
          onRefused={(refusal) => {
            setPendingRequest(null);
            setDemanded(refusal.code === 'withdrawal.beneficiary.required');
            explain(refusal);
          }}
          onDone={() => {
            setPendingRequest(null);
            form.reset();
          }}
        />
      )}
    </>
  );
}
