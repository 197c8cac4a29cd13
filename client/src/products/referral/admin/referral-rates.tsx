import { decimalOf, unitsOf } from '../../../../../shared/rules/units';
import type { ReferralRules } from '../../../../../shared/products/referral/wire';
import { useReferralTermsQuery, useSetReferralTermsMutation } from './referral-admin-api';
import type { Act } from '../../../admin/act/act-dialog';
import { DECIMAL_LENGTH_MAX, fromField, reasonField, timeOf } from '../../../admin/act/fields';
import { useTexts } from '../../../kit/i18n/use-texts';
import { dateAndTime } from '../../../kit/lib/numbers/format';
import { Facts, type Fact } from '../../../kit/ui/figures/facts';
import { Note } from '../../../kit/ui/page/note';
import { Panel } from '../../../kit/ui/page/panel';
import { Waiting } from '../../../kit/ui/page/waiting';
import styles from '../../../admin/parts/admin.module.css';
import { ActButton } from '../../../admin/parts/act-button';

/** Decimals of a percentage in parts per billion. */
const PERCENT_SCALE = 7;
const PPB_SCALE = 9;
const LEVELS = ['level1', 'level2'] as const;

/** Current and announced rebate rates. */
export function ReferralRates() {
  const { t } = useTexts();
  const { data, error, refetch } = useReferralTermsQuery(undefined, { refetchOnMountOrArgChange: true });
  const act = useAct(data, () => void refetch());
  const details = useFacts(data);
  return (
    <Panel title={t('staff.rebates')} level={2} actions={data && <ActButton text={t('staff.rebates.set')} act={act} />}>
      <p className={styles.lead}>{t('staff.rebates.lead')}</p>
      {error || !data ? (
        <Waiting error={error} onRetry={refetch} />
      ) : details.length === 0 ? (
        <Note kind="empty" text={t('staff.rebates.none')} />
      ) : (
        <Facts details={details} />
      )}
    </Panel>
  );
}

function useFacts(terms: ReferralRules | undefined): Fact[] {
  const { t, numbers } = useTexts();
  if (!terms) return [];
  const { rates, next } = terms;
  const percent = (ppb: number) => numbers.exactPercent(decimalOf(BigInt(ppb), PPB_SCALE), 0);
  const ratesText = ({ level1Ppb, level2Ppb }: { level1Ppb: number; level2Ppb: number }) =>
    t('staff.rebates.both', { level1: percent(level1Ppb), level2: percent(level2Ppb) });
  return [
    ...(rates ? [[t('staff.rebates.now'), ratesText(rates)] as const] : []),
    ...next.map((one) => [t('staff.rebates.from', { time: dateAndTime(one.from) }), ratesText(one)] as const),
  ];
}

function useAct(terms: ReferralRules | undefined, onDone: () => void): Act {
  const { t } = useTexts();
  const [setTerms] = useSetReferralTermsMutation();
  const currentRates = terms?.rates;
  return {
    title: t('staff.rebates'),
    consequence: t('staff.rebates.consequence'),
    approvalRule: 'SetReferralTerms',
    fields: [
      ...LEVELS.map(
        (name, index) =>
          ({
            name,
            label: t('staff.rebates.level', { level: String(index + 1) }),
            kind: 'decimal',
            unit: '%',
            lengthMax: DECIMAL_LENGTH_MAX,
            ...(currentRates ? { initial: decimalOf(BigInt(currentRates[`${name}Ppb`]), PERCENT_SCALE) } : {}),
          }) as const,
      ),
      fromField(t),
      reasonField(t),
    ],
    check: (input) =>
      LEVELS.filter((name) => ppbOf(input[name]) === null).map((name): [string, string] => [name, 'out.of.range']),
    confirm: t('staff.save'),
    successText: t('staff.saved'),
    send: ({ from, reason, level1, level2 }, clientId) => {
      const at = timeOf(from);
      const rates = { level1Ppb: ppbOf(level1) ?? 0, level2Ppb: ppbOf(level2) ?? 0 };
      return setTerms({ clientId, ...rates, ...(at === null ? {} : { from: at }), reason });
    },
    onDone,
  };
}

/** Parts per billion; null unless between 0 and 50 % with at most seven decimals. */
export function ppbOf(percent: string): number | null {
  const units = unitsOf(percent, PERCENT_SCALE);
  return typeof units === 'bigint' && units >= 0n && units <= 500_000_000n ? Number(units) : null;
}
