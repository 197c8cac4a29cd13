import { useBankAccountQuery, useSetBankAccountMutation } from '../api/money-api';
import { useDeskAssetsQuery } from '../api/settings-api';
import type { Act } from '../act/act-dialog';
import { useTexts } from '../../kit/i18n/use-texts';
import { Note } from '../../kit/ui/page/note';
import { Facts } from '../../kit/ui/figures/facts';
import { Panel } from '../../kit/ui/page/panel';
import { Waiting } from '../../kit/ui/page/waiting';
import { BANK_PARTS } from '../parts/bank-parts';
import { ActButton } from '../parts/act-button';

const BANK_TEXT_LENGTH_MAX = 120;

/** Bank account for deposits, one per currency. */
export function Banks() {
  const { data: assets } = useDeskAssetsQuery(undefined, { refetchOnMountOrArgChange: true });
  return assets?.filter(({ isFiat }) => isFiat).map(({ asset }) => <Bank key={asset} asset={asset} />);
}

function Bank({ asset }: { asset: string }) {
  const { t } = useTexts();
  const { data, error, isFetching, refetch } = useBankAccountQuery(asset, { refetchOnMountOrArgChange: true });
  const [setBank] = useSetBankAccountMutation();
  // A refusal means that no account is set. A failed request tells nothing.
  const isUnset = error?.code !== undefined;
  const title = t('staff.bank', { asset });
  const act: Act = {
    title,
    consequence: t('staff.bank.consequence'),
    approvalRule: 'SetDeskSetting',
    fields: BANK_PARTS.map((name) => ({
      name,
      label: t(`staff.bank.${name}`),
      kind: 'line',
      lengthMax: BANK_TEXT_LENGTH_MAX,
      initial: data?.[name] ?? '',
    })),
    confirm: t('staff.save'),
    successText: t('staff.saved'),
    send: async ({ bankName, accountName, accountNumber, bankCode }) => {
      return setBank({ asset, bankName, accountName, accountNumber, bankCode });
    },
  };
  return (
    <Panel
      title={title}
      level={2}
      actions={(data ?? isUnset) && <ActButton text={t('staff.change')} act={act} disabled={isFetching} />}
    >
      {data ? (
        <Facts details={BANK_PARTS.map((name) => [t(`staff.bank.${name}`), data[name]] as const)} />
      ) : isUnset ? (
        <Note kind="empty" text={t('staff.bank.none')} />
      ) : (
        <Waiting error={error} onRetry={refetch} />
      )}
    </Panel>
  );
}
