/** Second contracts in the common screens of the desk. */
import { amountsText, changeText, splitList, rateText } from '../../../admin/act/act-facts';
import type { ActFacts, AdminParts } from '../../../admin/act/admin-parts';
import { spanText } from '../../../admin/act/approval-rule';
import type { Texts } from '../../../kit/i18n/use-texts';
import { UserOptions } from './user-options';

export const ADMIN_PARTS: AdminParts = {
  acts: {
    SetOptionTerms: 'staff.proposal.act.SetOptionTerms',
    SetOptionState: 'staff.proposal.act.SetOptionState',
    FundOptions: 'staff.proposal.act.FundOptions',
  },
  fieldFormats: {
    sideMax: { name: (t) => t('staff.proposal.fact.sideMax'), write: amountsText },
    levelsUserMax: { name: (t) => t('staff.proposal.fact.levelsUserMax'), write: amountsText },
  },
  join: (texts, before, after) => ('durationsMs' in after ? withDurations(texts, before, after) : null),
  OfUser: UserOptions,
};

/** Joins payout and fee of each duration into one text. */
function withDurations(texts: Texts, before: ActFacts, after: ActFacts): ReturnType<NonNullable<AdminParts['join']>> {
  const [durationsBefore, durationsAfter] = [durationsIn(texts, before), durationsIn(texts, after)];
  const times = [...new Set([...durationsBefore.keys(), ...durationsAfter.keys()])].sort((one, other) => one - other);
  const lines = times.map((time) => {
    const durationText = spanText(texts, time);
    const change = changeText(durationsBefore.get(time) ?? '', durationsAfter.get(time) ?? '');
    return [texts.t('staff.proposal.fact.duration', { time: durationText }), change] as const;
  });
  return { before: withoutDurations(before), after: withoutDurations(after), lines };
}

const OF_DURATIONS = new Set(['durationsMs', 'payoutsPpb', 'feesPpb', 'feeAmounts']);

function withoutDurations(details: ActFacts): ActFacts {
  return Object.fromEntries(Object.entries(details).filter(([name]) => !OF_DURATIONS.has(name)));
}

function durationsIn(texts: Texts, details: ActFacts): Map<number, string> {
  const [payouts, fees, amounts] = [
    splitList(details.payoutsPpb),
    splitList(details.feesPpb),
    splitList(details.feeAmounts),
  ];
  return new Map(
    splitList(details.durationsMs).map((time, place) => {
      const hasRate = Number(fees[place] ?? 0) > 0;
      const amount = `${texts.numbers.exact(amounts[place] ?? '0')} ${details.asset ?? ''}`;
      const fee = hasRate ? rateText(texts, fees[place]) : amount;
      return [Number(time), `${rateText(texts, payouts[place])} · ${fee}`] as const;
    }),
  );
}
