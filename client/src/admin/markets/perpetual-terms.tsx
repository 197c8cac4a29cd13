import { useState } from 'react';
import type { PerpetualTermsAnswer } from '../../../../shared/products/perpetual/staff';
import type { MarketRecord } from '../../../../shared/wire/product';
import { ratioOfPpb } from '../../kit/entities/fee/rates';
import { useChangePerpetualTermsMutation, usePerpetualTermsQuery } from '../api/contracts-api';
import { FieldRow } from '../act/field-row';
import { DECIMAL_LENGTH_MAX } from '../act/fields';
import { useServerWords } from '../../kit/i18n/server-words';
import { useTexts, type Texts } from '../../kit/i18n/use-texts';
import { dateAndTime } from '../../kit/lib/numbers/format';
import { Panel } from '../../kit/ui/page/panel';
import { Waiting } from '../../kit/ui/page/waiting';
import styles from '../parts/admin.module.css';
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
import { Refresh } from '../parts/refresh';
import { TermsForm, useTermsAct, useTermsForm } from './terms-form';
import { TierFields } from './tier-fields';

/** Additional terms of a perpetual: tiers and caps, announced changes, and its end. */
export function PerpetualPanels({ market }: { market: MarketRecord }) {
  const { t } = useTexts();
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
  const [lastTerms, setLastTerms] = useState<PerpetualTermsAnswer>();
  if (terms && terms !== lastTerms) setLastTerms(terms);
  const displayedTerms = terms ?? lastTerms;
  if (!displayedTerms || error)
    return (
      <Panel title={t('staff.contract')} level={2}>
        <Waiting error={error} onRetry={refetch} />
      </Panel>
    );
  return (
    <>
      <Panel
        title={t('staff.contract')}
        lead={t('staff.contract.lead')}
        level={2}
        actions={<Refresh onPress={refetch} />}
      >
        {displayedTerms.pending ? (
          <Pending market={market} present={displayedTerms.present} pending={displayedTerms.pending} />
        ) : (
          <ChangeForm
            key={JSON.stringify(displayedTerms.present)}
            market={market}
            present={displayedTerms.present}
            onDone={setSince}
          />
        )}
      </Panel>
      <MarketEnd market={market} endsAt={displayedTerms.endsAt} onDone={setSince} />
    </>
  );
}

type PendingTerms = NonNullable<PerpetualTermsAnswer['pending']>;

/** The pending change. A further one is possible only after it applies to orders and positions. */
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
  const { t } = texts;
  // Orders already follow the change. Positions still have the market's old tiers, so these are shown as before.
  const before = pending.isForOrders && market.contract ? { ...present, tiers: market.contract.tiers } : present;
  return (
    <div className={styles.changes}>
      <p>
        {t('staff.contract.pending', {
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
      <p className={styles.muted}>{t('staff.contract.one_at_a_time')}</p>
    </div>
  );
}

interface ChangeFormProps {
  market: MarketRecord;
  present: PerpetualTerms;
  onDone: (position: number | undefined) => void;
}

function ChangeForm({ market, present, onDone }: ChangeFormProps) {
  const texts = useTexts();
  const { t } = texts;
  const serverText = useServerWords();
  const [draft, setDraft] = useState(() => draftOf(present));
  const form = useTermsForm();
  const { id, hasTried, at } = form;
  const [send] = useChangePerpetualTermsMutation();
  const termsAct = useTermsAct();
  const {
    change,
    faults: errors,
    isMixed,
  } = changeIn(draft, present, {
    digits: market.decimals.notional,
    closePpb: market.contract?.closeFeePpb ?? 0,
  });
  const faultOf = (name: string) => (hasTried && name in errors ? serverText('field', errors[name]) : null);
  const draw = (redrawn: PerpetualDraft) => {
    form.touched();
    setDraft(redrawn);
  };
  const isUnchanged = Object.keys(change).length === 0;
  const act = () =>
    termsAct({
      ...{ label: market.label, consequence: t('staff.contract.consequence'), at, onDone },
      approvalRule: 'ChangePerpetualTerms',
      details: factsOf(texts, present, change),
      send: (request) => send({ ...request, market: market.name, ...change }),
    });
  return (
    <TermsForm
      {...{ form, errors, act }}
      refusal={isMixed ? t('staff.contract.mixed') : isUnchanged ? serverText('code', 'terms.unchanged') : null}
    >
      <TierFields {...{ id, draft, faultOf }} quote={market.quote} isTold={hasTried} onDraft={draw} />
      <fieldset>
        <legend>{t('staff.terms.limits')}</legend>
        {CAP_FIELDS.map((name) => {
          const unit = unitOf(name, market);
          return (
            <FieldRow
              key={name}
              id={`${id}-${name}`}
              field={{
                name,
                label: `${t(NAMES[name])} (${unit})`,
                kind: 'decimal',
                unit,
                lengthMax: DECIMAL_LENGTH_MAX,
              }}
              value={draft.caps[name]}
              errorText={faultOf(name)}
              isTold={hasTried}
              onChange={(value) =>
                typeof value !== 'string' && draw({ ...draft, caps: { ...draft.caps, [name]: value } })
              }
            />
          );
        })}
      </fieldset>
    </TermsForm>
  );
}

const NAMES = {
  fundingCapPpb: 'perp.funding_cap',
  openInterestMax: 'perp.open_interest_max',
  impactNotional: 'staff.contract.impact',
} as const satisfies Record<CapField, string>;

const RATE_PLACES = 2;

/** Changed terms, old and new. */
function factsOf(texts: Texts, before: PerpetualTerms, change: Partial<PerpetualTerms>): (readonly [string, string])[] {
  const { t, numbers } = texts;
  const tier = (one: TierRecord | undefined) =>
    one
      ? `${numbers.exact(one.cap)} · ${one.leverageMax}× · ${numbers.exactPercent(ratioOfPpb(one.ratePpb), RATE_PLACES)}`
      : '–';
  const cap = (value: string | number) =>
    typeof value === 'number' ? numbers.exactPercent(ratioOfPpb(value), RATE_PLACES) : numbers.exact(value);
  const places = change.tiers ? Math.max(change.tiers.length, before.tiers.length) : 0;
  const tiers = Array.from({ length: places }, (_, place) => {
    const [old, next] = [tier(before.tiers[place]), tier(change.tiers?.[place])];
    return old === next ? [] : [[t('staff.contract.tier', { number: String(place + 1) }), `${old} → ${next}`] as const];
  }).flat();
  const caps = CAP_FIELDS.flatMap((name) => {
    const next = change[name];
    return next === undefined || next === before[name]
      ? []
      : [[t(NAMES[name]), `${cap(before[name])} → ${cap(next)}`] as const];
  });
  return [...tiers, ...caps];
}

function unitOf(name: CapField, { quote }: MarketRecord): string {
  return name === 'fundingCapPpb' ? '%' : quote;
}
