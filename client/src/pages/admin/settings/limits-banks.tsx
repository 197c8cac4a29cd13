import { useBankAccountQuery, useSetBankAccountMutation } from '../../../entities/staff/money-api';
import { useDeskAssetsQuery } from '../../../entities/staff/settings-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { useTexts } from '../../../shared/i18n/use-texts';
import { Note } from '../../../shared/ui/page/note';
import { Facts } from '../../../shared/ui/figures/facts';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import { BANK_PARTS } from './bank-parts';
import { ActButton } from '../parts/act-button';

const BANK_TEXT_LENGTH_MAX = 120;

/** Where users send legal currency to, one account a currency. */
export function Banks() {
  const { data: assets } = useDeskAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  return assets?.filter(({ isFiat }) => isFiat).map(({ asset }) => <Bank key={asset} asset={asset} />);
}

function Bank({ asset }: { asset: string }) {
  const { say } = useTexts();
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
      actions={(data ?? isUnset) && <ActButton text={say('staff.change')} act={act} disabled={isFetching} />}
    >
      {data ? (
        <Facts facts={BANK_PARTS.map((name) => [say(`staff.bank.${name}`), data[name]] as const)} />
      ) : isUnset ? (
        <Note kind="empty" text={say('staff.bank.none')} />
      ) : (
        <Waiting error={error} onRetry={refetch} />
      )}
    </Panel>
  );
}
