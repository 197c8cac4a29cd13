import { useState } from 'react';
import type { RechargeChain } from '../../../../../../shared/products/wallet/chains';
import {
  DEPOSIT_NOTE_LENGTH_MAX,
  TRANSACTION_LENGTH_MAX,
} from '../../../../../../shared/products/wallet/deposit-reports';
import { useReportDepositMutation } from '../../api/deposit-reports-api';
import { useServerWords } from '../../../../kit/i18n/server-words';
import { useTexts } from '../../../../kit/i18n/use-texts';
import { Field } from '../../../../kit/ui/form/field';
import { FieldForm } from '../../../../kit/ui/form/field-form';
import { required } from '../../../../kit/ui/form/rules';
import { Submit } from '../../../../kit/ui/form/submit';
import { TextField } from '../../../../kit/ui/form/fields/text-field';
import { useForm } from '../../../../kit/ui/form/use-form';
import { useRefusals } from '../../../../kit/ui/form/use-refusals';
import { ChainChoice } from '../parts/chain-choice';
import { ReportedDeposits } from './reported-deposits';
import shared from '../parts/wallet.module.css';

interface Fields {
  transaction: string;
  note?: string;
}

const FIELD_OF = {
  'chain.unavailable': 'transaction',
  'deposit.reports.too.many': 'transaction',
};

/** Asks the network about a transaction whose coins are missing, and shows its answer. */
export function MissingDeposit({ chains }: { chains: readonly RechargeChain[] }) {
  const { t } = useTexts();
  const serverText = useServerWords();
  const networks = [...new Map(chains.map((one) => [one.chain, one])).values()];
  const [requestedChain, setRequestedChain] = useState(networks[0].chain);
  const { chain } = networks.find((one) => one.chain === requestedChain) ?? networks[0];
  const [report, { isLoading }] = useReportDepositMutation();
  const form = useForm<Fields>();
  const { formError, explain, clear } = useRefusals(form, FIELD_OF);
  const send = async ({ transaction, note = '' }: Fields) => {
    clear();
    const noteText = note.trim();
    const { error } = await report({
      chain,
      transaction: transaction.trim(),
      ...(noteText === '' ? {} : { note: noteText }),
    });
    if (error) explain(error);
    else form.reset();
  };
  return (
    <section className={shared.panel} aria-labelledby="missing-deposit" id="missing">
      <header className={shared.head}>
        <h2 id="missing-deposit">{t('wallet.missing.title')}</h2>
      </header>
      <div className={shared.columns}>
        <div className={shared.form}>
          <p className={shared.muted}>{t('wallet.missing.lead')}</p>
          <ChainChoice
            options={networks.map(({ chain: name, chainName }) => ({ chain: name, name: chainName, detail: null }))}
            selected={chain}
            onChoose={setRequestedChain}
          />
          <FieldForm form={form} onSubmit={(fields: Fields) => void send(fields)} onChange={clear}>
            <Field
              name="transaction"
              label={t('wallet.missing.transaction')}
              extra={t('wallet.missing.transaction_hint')}
              rules={[required(serverText)]}
            >
              <TextField
                size="large"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                maxLength={TRANSACTION_LENGTH_MAX}
              />
            </Field>
            <Field name="note" label={t('wallet.missing.note')}>
              <TextField size="large" autoComplete="off" maxLength={DEPOSIT_NOTE_LENGTH_MAX} />
            </Field>
            <Submit text={t('wallet.missing.send')} isBusy={isLoading} formError={formError} />
          </FieldForm>
        </div>
      </div>
      <ReportedDeposits />
    </section>
  );
}
