/** Converts staff requests about second contracts to commands. */
import type {
  FundOptionsRequest,
  SetOptionStateRequest,
  SetOptionTermsRequest,
} from '../../../shared/products/option/staff';
import type { CommandOf } from '../../core/command';
import { amountOf } from '../../features/shared/orders/convert';
import type { Knowledge, StaffConverters } from '../../features/shared/staff-knowledge';

interface Requests {
  SetOptionTerms: SetOptionTermsRequest;
  SetOptionState: SetOptionStateRequest;
  FundOptions: FundOptionsRequest;
}

export const OPTION_STAFF: StaffConverters<Requests> = {
  SetOptionTerms: setOptionTerms,
  SetOptionState: ({ symbol, state, reason }) => ({ type: 'SetOptionState', symbol, state, reason }),
  FundOptions: async ({ asset, act, amount, reason }, { scaleOf }) => ({
    type: 'FundOptions',
    asset,
    act,
    amount: amountOf(amount, await scaleOf(asset), asset),
    reason,
  }),
};

async function setOptionTerms(
  { clientId: _, durations, ...terms }: SetOptionTermsRequest,
  { scaleOf }: Knowledge,
): Promise<CommandOf<'SetOptionTerms'>> {
  const scale = await scaleOf(terms.asset);
  const amount = (text: string): bigint => amountOf(text, scale, terms.asset);
  return {
    type: 'SetOptionTerms',
    ...terms,
    amountMin: amount(terms.amountMin),
    amountMax: amount(terms.amountMax),
    sideMax: amount(terms.sideMax),
    totalMax: amount(terms.totalMax),
    userMax: amount(terms.userMax),
    levelsUserMax: amount(terms.levelsUserMax),
    durationsMs: durations.map(({ durationMs }) => durationMs),
    payoutsPpb: durations.map(({ payoutPpb }) => payoutPpb),
    feesPpb: durations.map(({ feePpb }) => feePpb),
    feeAmounts: durations.map(({ feeAmount }) => amount(feeAmount)),
  };
}
