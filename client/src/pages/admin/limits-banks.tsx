import { useState } from 'react';
import { useBankAccountQuery, useSetBankAccountMutation } from '../../entities/staff/money-api';
import { useDeskAssetsQuery } from '../../entities/staff/settings-api';
import { ActDialog, type Act } from '../../features/staff-act/act-dialog';
import { useTexts } from '../../shared/i18n/use-texts';
import { Button } from '../../shared/ui/button';
import { Faulty } from '../../shared/ui/faulty';
import { Note } from '../../shared/ui/note';
import { Facts } from '../../shared/ui/facts';
import { Panel } from '../../shared/ui/panel';
import { BANK_PARTS } from './bank-parts';

const BANK_TEXT_LENGTH_MAX = 120;

/** Where users send legal currency to, one account a currency. */
export function Banks() {
  const { data: assets } = useDeskAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  return assets?.filter(({ isFiat }) => isFiat).map(({ asset }) => <Bank key={asset} asset={asset} />);
}

function Bank({ asset }: { asset: string }) {
  const { say } = useTexts();
  const [isChanging, setChanging] = useState(false);
  const { data, error, isFetching, refetch } = useBankAccountQuery(asset, { refetchOnMountOrArgChange: true });
  const [setBank] = useSetBankAccountMutation();
  // A refusal says that none has been set; no answer at all says nothing.
  const isUnset = error?.code !== undefined;
  const title = say('staff.bank', { asset });
  const act: Act = {
    title,
    consequence: say('staff.bank.consequence'),
    takes: 'SetDeskSetting',
    fields: BANK_PARTS.map((name) => ({
      name,
      label: say(`staff.bank.${name}`),
      kind: 'line',
      lengthMax: BANK_TEXT_LENGTH_MAX,
      initial: data?.[name] ?? '',
    })),
    confirm: say('staff.save'),
    done: say('staff.saved'),
    send: async ({ bankName, accountName, accountNumber, bankCode }) => {
      return setBank({ asset, bankName, accountName, accountNumber, bankCode });
    },
  };
  return (
    <Panel
      title={title}
      level={2}
      actions={
        (data ?? isUnset) && (
          <Button disabled={isFetching} onClick={() => setChanging(true)}>
            {say('staff.change')}
          </Button>
        )
      }
    >
      {data ? (
        <Facts facts={BANK_PARTS.map((name) => [say(`staff.bank.${name}`), data[name]] as const)} />
      ) : isUnset ? (
        <Note kind="empty" text={say('staff.bank.none')} />
      ) : error ? (
        <Faulty fault={error} onRetry={() => void refetch()} />
      ) : (
        <Note kind="loading" text={say('page.loading')} />
      )}
      {isChanging && <ActDialog act={act} onClose={() => setChanging(false)} />}
    </Panel>
  );
}
