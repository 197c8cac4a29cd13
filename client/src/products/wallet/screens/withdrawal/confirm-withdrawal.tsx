import { useDispatch } from 'react-redux';
import { chainNameOf } from '../../../../../../shared/rules/chains';
import type { ApplyWithdrawalRequest, WithdrawalQuote } from '../../../../../../shared/products/wallet/wire';
import { useBankCardsQuery } from '../../../../kit/entities/security/security-api';
import { useApplyWithdrawalMutation } from '../../api/withdrawal-api';
import type { Fault } from '../../../../kit/api/envelope';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { isUncertain, useAttempt } from '../../../../kit/lib/hooks/use-attempt';
import { toastShown } from '../../../../kit/toasts/toasts-slice';
import { Dialog } from '../../../../kit/ui/dialogs/dialog';
import { FieldForm } from '../../../../kit/ui/form/field-form';
import { FundProofItems, PROOF_FIELD_OF, proofOf, type FundProof } from '../../../../kit/ui/form/fields/proof-items';
import { Submit } from '../../../../kit/ui/form/submit';
import { useForm } from '../../../../kit/ui/form/use-form';
import { useRefusals } from '../../../../kit/ui/form/use-refusals';
import { useBeneficiaryWords } from '../parts/beneficiary-items';
import styles from '../parts/wallet.module.css';
import { WithdrawalSums } from './withdrawal-sums';

export type WithdrawalRequest = Pick<
  ApplyWithdrawalRequest,
  'asset' | 'amount' | 'chain' | 'address' | 'card' | 'beneficiary'
>;

interface ConfirmWithdrawalProps {
  request: WithdrawalRequest;
  quote: WithdrawalQuote;
  onClose: () => void;
  /** Called for refusals that are not about the proof. */
  onRefused: (error: Fault) => void;
  onDone: () => void;
}

/** Summary of the withdrawal, and the user's proof of identity. */
export function ConfirmWithdrawal({ request, quote, onClose, onRefused, onDone }: ConfirmWithdrawalProps) {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const [apply, { isLoading }] = useApplyWithdrawalMutation();
  const form = useForm<FundProof>();
  const { formError, explain, clear } = useRefusals(form, PROOF_FIELD_OF);
  const attempt = useAttempt('withdrawal');
  const send = async (proof: FundProof) => {
    clear();
    // The fee is not part of the identity: a retry at another fee is the same withdrawal and keeps its client id.
    const { error } = await apply({ clientId: attempt.idOf(request), ...request, fee: quote.fee, ...proofOf(proof) });
    if (!error) attempt.accepted();
    if (!error) {
      dispatch(toastShown({ kind: 'success', key: 'wallet.withdrawal.done' }));
      onDone();
    } else if (isUncertain(error) || Object.hasOwn(PROOF_FIELD_OF, error.code ?? '')) {
      explain(error);
    } else onRefused(error);
  };
  return (
    <Dialog title={t('wallet.withdrawal.confirm', { asset: request.asset })} {...(isLoading ? {} : { onClose })}>
      <dl className={styles.facts}>
        <Destination request={request} />
      </dl>
      <WithdrawalSums quote={quote} amount={request.amount} />
      <FieldForm form={form} onSubmit={(proof: FundProof) => void send(proof)} onChange={clear}>
        <FundProofItems hasAuthenticator={quote.needsSecondFactor} hasPasskey={quote.hasPasskey} />
        <Submit text={t('wallet.withdrawal.send')} isBusy={isLoading} formError={formError} />
      </FieldForm>
    </Dialog>
  );
}

function Destination({ request: { chain, address, card, beneficiary } }: { request: WithdrawalRequest }) {
  const { t } = useTexts();
  const wordsOf = useBeneficiaryWords();
  const { data: cards = [] } = useBankCardsQuery(undefined, { skip: card === undefined });
  const stored = cards.find((one) => one.card === card);
  if (chain === undefined) {
    return (
      <div>
        <dt>{t('wallet.card')}</dt>
        <dd>{stored ? `${stored.bankName} · ${stored.cardNumber} · ${stored.realName}` : card}</dd>
      </div>
    );
  }
  return (
    <>
      <div>
        <dt>{t('wallet.network')}</dt>
        <dd>{chainNameOf(chain)}</dd>
      </div>
      <div>
        <dt>{t('wallet.address')}</dt>
        <dd translate="no" className={styles.hash}>
          {address}
        </dd>
      </div>
      {beneficiary && (
        <div>
          <dt>{t('wallet.owner.title')}</dt>
          <dd>{wordsOf(beneficiary)}</dd>
        </div>
      )}
    </>
  );
}
