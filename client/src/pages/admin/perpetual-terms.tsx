import { RefreshCw } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import type { PerpetualTermsAnswer } from '../../../../shared/wire/contract-staff';
import type { MarketRecord } from '../../../../shared/wire/product';
import { ratioOfPpb } from '../../entities/fee/rates';
import { useChangePerpetualTermsMutation, usePerpetualTermsQuery } from '../../entities/staff/contracts-api';
import { ActDialog, type Act } from '../../features/staff-act/act-dialog';
import { FieldRow } from '../../features/staff-act/field-row';
import { DECIMAL_LENGTH_MAX, REASON_LENGTH_MAX, timeOf } from '../../features/staff-act/fields';
import { useServerWords } from '../../shared/i18n/server-words';
import { useTexts, type Texts } from '../../shared/i18n/use-texts';
import { dateAndTime } from '../../shared/lib/format';
import { Faulty } from '../../shared/ui/faulty';
import { IconButton } from '../../shared/ui/icon-button';
import { Note } from '../../shared/ui/note';
import { Panel } from '../../shared/ui/panel';
import styles from './desk.module.css';
import { FromField } from './from-field';
import { MarketEnd } from './market-end';
import {
  CAP_FIELDS,
  changeIn,
  draftOf,
  type CapField,
  type PerpetualDraft,
  type PerpetualTerms,
  type TierRecord,
} from './perpetual-draft';
import { TierFields } from './tier-fields';

/** Of a perpetual beside what every market has: tiers and caps, what is announced of them, and its end. */
export function PerpetualPanels({ market }: { market: MarketRecord }) {
  const { say } = useTexts();
  const [since, setSince] = useState<number>();
  const { name } = market;
  const {
    currentData: terms,
    error,
    refetch,
  } = usePerpetualTermsQuery(
    { market: name, ...(since === undefined ? {} : { minPosition: since }) },
    { refetchOnMountOrArgChange: true },
  );
  const [known, setKnown] = useState<PerpetualTermsAnswer>();
  if (terms && terms !== known) setKnown(terms);
  const shown = terms ?? known;
  if (!shown || error)
    return (
      <Panel title={say('staff.contract')} level={2}>
        {error ? (
          <Faulty fault={error} onRetry={() => void refetch()} />
        ) : (
          <Note kind="loading" text={say('page.loading')} />
        )}
      </Panel>
    );
  return (
    <>
      <Panel
        title={say('staff.contract')}
        lead={say('staff.contract.lead')}
        level={2}
        actions={
          <IconButton label={say('staff.refresh')} onClick={() => void refetch()}>
            <RefreshCw size={16} aria-hidden="true" />
          </IconButton>
        }
      >
        {shown.pending ? (
          <Pending market={market} present={shown.present} pending={shown.pending} />
        ) : (
          <TermsForm key={JSON.stringify(shown.present)} market={market} present={shown.present} onDone={setSince} />
        )}
      </Panel>
      <MarketEnd market={market} endsAt={shown.endsAt} onDone={setSince} />
    </>
  );
}

type PendingTerms = NonNullable<PerpetualTermsAnswer['pending']>;

/** One at a time: another one waits until this one counts for everything. */
function Pending({
  market,
  present,
  pending,
}: {
  market: MarketRecord;
  present: PerpetualTerms;
  pending: PendingTerms;
}) {
  const texts = useTexts();
  const { say } = texts;
  // Orders go by it: what they had before is what positions still have.
  const before = pending.isForOrders && market.contract ? { ...present, tiers: market.contract.tiers } : present;
  return (
    <div className={styles.changes}>
      <p>
        {say('staff.contract.pending', {
          time: dateAndTime(pending.from),
          later: dateAndTime(pending.positionsFrom),
        })}
      </p>
      <ul className={styles.announced}>
        {factsOf(texts, before, pending).map(([title, text]) => (
          <li key={title}>
            <span className={styles.muted}>{title}</span> {text}
          </li>
        ))}
      </ul>
      <p className={styles.muted}>{say('staff.contract.one_at_a_time')}</p>
    </div>
  );
}

interface TermsFormProps {
  market: MarketRecord;
  present: PerpetualTerms;
  onDone: (position: number | undefined) => void;
}

/** What is to be otherwise, and from when; shown once more, old and new, before it is sent. */
function TermsForm({ market, present, onDone }: TermsFormProps) {
  const { say } = useTexts();
  const words = useServerWords();
  const id = useId();
  const [draft, setDraft] = useState(() => draftOf(present));
  const [from, setFrom] = useState('');
  const [hasTried, setTried] = useState(false);
  const [remark, setRemark] = useState('');
  const [act, setAct] = useState<Act | null>(null);
  const actOf = useChange(market, present, onDone);
  const { change, faults, isMixed } = changeIn(draft, present, {
    digits: market.decimals.notional,
    closePpb: market.contract?.closeFeePpb ?? 0,
  });
  const faultOf = (name: string) => (hasTried && name in faults ? words('field', faults[name]) : null);
  const draw = (redrawn: PerpetualDraft) => {
    setRemark('');
    setDraft(redrawn);
  };
  const press = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(faults);
    if (first !== undefined) return document.getElementById(`${id}-${first}`)?.focus();
    if (isMixed) return setRemark(say('staff.contract.mixed'));
    if (Object.keys(change).length === 0) return setRemark(words('code', 'terms.unchanged'));
    setAct(actOf(change, timeOf(from)));
  };
  return (
    <>
      <form className={styles.terms} noValidate onSubmit={press}>
        <TierFields {...{ id, draft, faultOf }} quote={market.quote} isTold={hasTried} onDraft={draw} />
        <fieldset>
          <legend>{say('staff.terms.limits')}</legend>
          {CAP_FIELDS.map((name) => {
            const unit = unitOf(name, market);
            return (
              <FieldRow
                key={name}
                id={`${id}-${name}`}
                field={{
                  name,
                  label: `${say(NAMES[name])} (${unit})`,
                  kind: 'decimal',
                  unit,
                  lengthMax: DECIMAL_LENGTH_MAX,
                }}
                value={draft.caps[name]}
                fault={faultOf(name)}
                isTold={hasTried}
                onChange={(value) =>
                  typeof value !== 'string' && draw({ ...draft, caps: { ...draft.caps, [name]: value } })
                }
              />
            );
          })}
        </fieldset>
        <FromField
          id={`${id}-from`}
          value={from}
          isTold={hasTried}
          onChange={(entered) => {
            setRemark('');
            setFrom(entered);
          }}
        />
        <p role="alert" className={styles.fault}>
          {remark}
        </p>
        <button type="submit" className={styles.primary}>
          {say('staff.terms.preview')}
        </button>
      </form>
      {act && <ActDialog act={act} onClose={() => setAct(null)} />}
    </>
  );
}

/** The change once more, old and new. */
function useChange(
  { name, label }: MarketRecord,
  present: PerpetualTerms,
  onDone: (position: number | undefined) => void,
): (change: Partial<PerpetualTerms>, at: number | null) => Act {
  const texts = useTexts();
  const { say } = texts;
  const [send] = useChangePerpetualTermsMutation();
  return (change, at) => ({
    title: `${say('staff.terms.change')} – ${label}`,
    consequence: say('staff.contract.consequence'),
    facts: [
      [say('staff.from'), at === null ? say('staff.from.at_once') : dateAndTime(at)],
      ...factsOf(texts, present, change),
    ],
    fields: [{ name: 'reason', label: say('staff.reason'), kind: 'lines', lengthMax: REASON_LENGTH_MAX }],
    confirm: say('staff.save'),
    done: say('staff.saved'),
    send: ({ reason }, clientId) =>
      send({ clientId, market: name, ...(at === null ? {} : { from: at }), reason, ...change }),
    onDone,
  });
}

const NAMES = {
  fundingCapPpb: 'perp.funding_cap',
  openInterestMax: 'perp.open_interest_max',
  impactNotional: 'staff.contract.impact',
} as const satisfies Record<CapField, string>;

const RATE_PLACES = 2;

/** What is otherwise, old and new. */
function factsOf(texts: Texts, before: PerpetualTerms, change: Partial<PerpetualTerms>): (readonly [string, string])[] {
  const { say, numbers } = texts;
  const tier = (one: TierRecord | undefined) =>
    one
      ? `${numbers.exact(one.cap)} · ${one.leverageMax}× · ${numbers.exactPercent(ratioOfPpb(one.ratePpb), RATE_PLACES)}`
      : '–';
  const cap = (value: string | number) =>
    typeof value === 'number' ? numbers.exactPercent(ratioOfPpb(value), RATE_PLACES) : numbers.exact(value);
  const places = change.tiers ? Math.max(change.tiers.length, before.tiers.length) : 0;
  const tiers = Array.from({ length: places }, (_, place) => {
    const [old, next] = [tier(before.tiers[place]), tier(change.tiers?.[place])];
    return old === next
      ? []
      : [[say('staff.contract.tier', { number: String(place + 1) }), `${old} → ${next}`] as const];
  }).flat();
  const caps = CAP_FIELDS.flatMap((name) => {
    const next = change[name];
    return next === undefined || next === before[name]
      ? []
      : [[say(NAMES[name]), `${cap(before[name])} → ${cap(next)}`] as const];
  });
  return [...tiers, ...caps];
}

function unitOf(name: CapField, { quote }: MarketRecord): string {
  return name === 'fundingCapPpb' ? '%' : quote;
}
