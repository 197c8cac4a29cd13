import { useDispatch } from 'react-redux';
import { chainNameOf } from '../../../../../../shared/rules/chains';
import type { ApplyWithdrawalRequest, WithdrawalQuote } from '../../../../../../shared/products/wallet/wire';
import { useBankCardsQuery } from '../../../../entities/security/security-api';
import { useApplyWithdrawalMutation } from '../../api/withdrawal-api';
import type { Fault } from '../../../../shared/api/envelope';
import { useTexts } from '../../../../shared/i18n/use-texts';
import { isUnsure, useAttempt } from '../../../../shared/lib/hooks/use-attempt';
import { toastShown } from '../../../../shared/toasts/toasts-slice';
import { Dialog } from '../../../../shared/ui/dialogs/dialog';
import { FieldForm } from '../../../../shared/ui/form/field-form';
import { FundProofItems, PROOF_FIELD_OF, proofOf, type FundProof } from '../../../../shared/ui/form/fields/proof-items';
import { Submit } from '../../../../shared/ui/form/submit';
import { useForm } from '../../../../shared/ui/form/use-form';
import { useRefusals } from '../../../../shared/ui/form/use-refusals';
import { useBeneficiaryWords } from '../parts/beneficiary-items';
import styles from '../parts/wallet.module.css';
import { WithdrawalSums } from './withdrawal-sums';

export type WithdrawalWish = Pick<
  ApplyWithdrawalRequest,
  'asset' | 'amount' | 'chain' | 'address' | 'card' | 'beneficiary'
>;

interface ConfirmWithdrawalProps {
  wish: WithdrawalWish;
  quote: WithdrawalQuote;
  onClose: () => void;
  /** For a reason that is not about the proof. */
  onRefused: (refused: Fault) => void;
  onDone: () => void;
}

/** All of it once more, and the proof that it is the user who wants it. */
export function ConfirmWithdrawal({ wish, quote, onClose, onRefused, onDone }: ConfirmWithdrawalProps) {
  const { say } = useTexts();
  const dispatch = useDispatch();
  const [apply, { isLoading }] = useApplyWithdrawalMutation();
  const form = useForm<FundProof>();
  const { fault, explain, clear } = useRefusals(form, PROOF_FIELD_OF);
  const attempt = useAttempt('withdrawal');
  const send = async (proof: FundProof) => {
    clear();
    // The fee is no part of the wish: tried again at another one it is the same withdrawal, not a second one.
    const { error } = await apply({ clientId: attempt.idOf(wish), ...wish, fee: quote.fee, ...proofOf(proof) });
    if (!error) attempt.accepted();
    if (!error) {
      dispatch(toastShown({ kind: 'success', key: 'wallet.withdrawal.done' }));
      onDone();
    } else if (isUnsure(error) || Object.hasOwn(PROOF_FIELD_OF, error.code ?? '')) {
      explain(error);
    } else onRefused(error);
  };
  return (
    <Dialog title={say('wallet.withdrawal.confirm', { asset: wish.asset })} {...(isLoading ? {} : { onClose })}>
      <dl className={styles.facts}>
        <Destination wish={wish} />
      </dl>
      <WithdrawalSums quote={quote} amount={wish.amount} />
      <FieldForm form={form} onSubmit={(proof: FundProof) => void send(proof)} onChange={clear}>
        <FundProofItems hasAuthenticator={quote.needsSecondFactor} hasPasskey={quote.hasPasskey} />
        <Submit text={say('wallet.withdrawal.send')} isBusy={isLoading} fault={fault} />
      </FieldForm>
    </Dialog>
  );
}

function Destination({ wish: { chain, address, card, beneficiary } }: { wish: WithdrawalWish }) {
  const { say } = useTexts();
  const wordsOf = useBeneficiaryWords();
  const { data: cards = [] } = useBankCardsQuery(undefined, { skip: card === undefined });
  const stored = cards.find((one) => one.card === card);
  if (chain === undefined) {
    return (
      <div>
        <dt>{say('wallet.card')}</dt>
        <dd>{stored ? `${stored.bankName} · ${stored.cardNumber} · ${stored.realName}` : card}</dd>
      </div>
    );
  }
  return (
    <>
      <div>
        <dt>{say('wallet.network')}</dt>
        <dd>{chainNameOf(chain)}</dd>
      </div>
      <div>
        <dt>{say('wallet.address')}</dt>
        <dd translate="no" className={styles.hash}>
          {address}
        </dd>
      </div>
      {beneficiary && (
        <div>
          <dt>{say('wallet.owner.title')}</dt>
          <dd>{wordsOf(beneficiary)}</dd>
        </div>
      )}
    </>
  );
}
