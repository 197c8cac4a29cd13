import { decimalOf, unitsOf } from '../../../../../shared/rules/units';
import type { ReferralRules } from '../../../../../shared/products/referral/wire';
import { useReferralTermsQuery, useSetReferralTermsMutation } from '../../../entities/staff/settings-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { DECIMAL_LENGTH_MAX, fromField, reasonField, timeOf } from '../../../features/staff-act/fields';
import { useTexts } from '../../../shared/i18n/use-texts';
import { dateAndTime } from '../../../shared/lib/numbers/format';
import { Facts, type Fact } from '../../../shared/ui/figures/facts';
import { Note } from '../../../shared/ui/page/note';
import { Panel } from '../../../shared/ui/page/panel';
import { Waiting } from '../../../shared/ui/page/waiting';
import styles from '../parts/desk.module.css';
import { ActButton } from '../parts/act-button';

/** A percent has so many digits of parts per billion. */
const PERCENT_SCALE = 7;
const PPB_SCALE = 9;
const LEVELS = ['level1', 'level2'] as const;

/** What goes to who invited others, now and to come. */
export function ReferralRates() {
  const { say } = useTexts();
  const { data, error, refetch } = useReferralTermsQuery(undefined, { refetchOnMountOrArgChange: true });
  const act = useAct(data, () => void refetch());
  const facts = useFacts(data);
  return (
    <Panel
      title={say('staff.rebates')}
      level={2}
      actions={data && <ActButton text={say('staff.rebates.set')} act={act} />}
    >
      <p className={styles.lead}>{say('staff.rebates.lead')}</p>
      {error || !data ? (
        <Waiting error={error} onRetry={refetch} />
      ) : facts.length === 0 ? (
        <Note kind="empty" text={say('staff.rebates.none')} />
      ) : (
        <Facts facts={facts} />
      )}
    </Panel>
  );
}

function useFacts(terms: ReferralRules | undefined): Fact[] {
  const { say, numbers } = useTexts();
  if (!terms) return [];
  const { rates, next } = terms;
  const percent = (ppb: number) => numbers.exactPercent(decimalOf(BigInt(ppb), PPB_SCALE), 0);
  const both = ({ level1Ppb, level2Ppb }: { level1Ppb: number; level2Ppb: number }) =>
    say('staff.rebates.both', { level1: percent(level1Ppb), level2: percent(level2Ppb) });
  return [
    ...(rates ? [[say('staff.rebates.now'), both(rates)] as const] : []),
    ...next.map((one) => [say('staff.rebates.from', { time: dateAndTime(one.from) }), both(one)] as const),
  ];
}

function useAct(terms: ReferralRules | undefined, onDone: () => void): Act {
  const { say } = useTexts();
  const [setTerms] = useSetReferralTermsMutation();
  const shown = terms?.rates;
  return {
    title: say('staff.rebates'),
    consequence: say('staff.rebates.consequence'),
    takes: 'SetReferralTerms',
    fields: [
      ...LEVELS.map(
        (name, index) =>
          ({
            name,
            label: say('staff.rebates.level', { level: String(index + 1) }),
            kind: 'decimal',
            unit: '%',
            lengthMax: DECIMAL_LENGTH_MAX,
            ...(shown ? { initial: decimalOf(BigInt(shown[`${name}Ppb`]), PERCENT_SCALE) } : {}),
          }) as const,
      ),
      fromField(say),
      reasonField(say),
    ],
    check: (entered) =>
      LEVELS.filter((name) => ppbOf(entered[name]) === null).map((name): [string, string] => [name, 'out.of.range']),
    confirm: say('staff.save'),
    done: say('staff.saved'),
    send: ({ from, reason, level1, level2 }, clientId) => {
      const at = timeOf(from);
      const rates = { level1Ppb: ppbOf(level1) ?? 0, level2Ppb: ppbOf(level2) ?? 0 };
      return setTerms({ clientId, ...rates, ...(at === null ? {} : { from: at }), reason });
    },
    onDone,
  };
}

/** Null for what is no percentage up to fifty, or finer than is counted. */
export function ppbOf(percent: string): number | null {
  const units = unitsOf(percent, PERCENT_SCALE);
  return typeof units === 'bigint' && units >= 0n && units <= 500_000_000n ? Number(units) : null;
}
