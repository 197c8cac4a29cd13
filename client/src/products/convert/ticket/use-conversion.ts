/** Steps of a conversion: a short-lived quote, the order and its result. */
import { useState } from 'react';
import type { ConvertQuote } from '../../../../../shared/products/convert/wire';
import { QUOTE_VALID_MS } from '../../../../../shared/products/convert/rules/quote';
import type { Fault } from '../../../kit/api/envelope';
import { isUncertain, useAttempt } from '../../../kit/lib/hooks/use-attempt';
import { useServerTime } from '../../../kit/stream/server-time';
import { useAcceptConvertMutation, useConvertQuoteMutation } from '../api/convert-api';

const SECOND_MS = 1_000;
export const QUOTE_SECONDS = QUOTE_VALID_MS / SECOND_MS;

interface Wish {
  from: string;
  to: string;
  amount: string;
}

export interface Outcome {
  quote: ConvertQuote;
  /** Null if the exchange has no final amounts yet. */
  spent: string | null;
  received: string | null;
}

/** Response to a request. `wish` names the request, so a changed amount has neither quote nor refusal. */
type QuoteAnswer = { wish: string } & ({ quote: ConvertQuote } | { fault: Fault });

export function useConversion(wish: Wish | null) {
  const [ask, { isLoading: isAsking }] = useConvertQuoteMutation();
  const [accept, { isLoading: isSending }] = useAcceptConvertMutation();
  const attempt = useAttempt('convert');
  const [answered, setAnswered] = useState<QuoteAnswer | null>(null);
  /** A quote that was sent without a known result. Nothing else is sent until the same request was retried. */
  const [unsure, setUnsure] = useState<ConvertQuote | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const now = useServerTime();
  const own = answered !== null && answered.wish === nameOf(wish) ? answered : null;
  const quote = own && 'quote' in own ? own.quote : null;
  const fault = own && 'fault' in own ? own.fault : null;
  // Rounded down: a second that has begun is not promised.
  const secondsLeft = quote
    ? Math.min(QUOTE_SECONDS, Math.max(0, Math.floor((quote.validUntil - now) / SECOND_MS)))
    : 0;

  const quoteFor = async (wanted: Wish) => {
    const { data, error } = await ask(wanted);
    // `wish` lets a late response for an edited amount be ignored.
    setAnswered({ wish: nameOf(wanted), ...(data ? { quote: data } : { fault: error ?? {} }) });
  };
  const convert = async (chosen: ConvertQuote) => {
    const { from, to, amount, least, validUntil } = chosen;
    const order = { from, to, amount, least, validUntil };
    const { data, error } = await accept({ clientId: attempt.idOf(order), ...order });
    setUnsure(error && isUncertain(error) ? chosen : null);
    if (data) {
      attempt.accepted();
      setAnswered(null);
      setOutcome({ quote: chosen, spent: data.spent, received: data.received });
    } else if (!isUncertain(error)) setAnswered({ wish: nameOf({ from, to, amount }), fault: error });
  };
  return {
    ...{ quote, fault, secondsLeft, isAsking, isSending, outcome, quoteFor, convert },
    /** The order to retry unchanged. */
    unsure,
    forget: () => setAnswered(null),
    again: () => setOutcome(null),
  };
}

function nameOf(wish: Wish | null): string {
  return wish ? [wish.from, wish.to, wish.amount].join(' ') : '';
}
