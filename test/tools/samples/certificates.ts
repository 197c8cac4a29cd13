/** Certificates of everything that a scenario settled, read from its journal. */
import { encodeBody } from '../../../server/products/core';
import { positionOf, type EventOf } from '../../../server/core/event';
import { certificateOf, type SettledContract } from '../../../server/products/option/certificate';
import type { Certificate } from '../../../shared/products/option/proof/certificate';
import type { Exchange } from '../fixtures/core-fixture';
import { MemoryJournal } from '../stores/memory-journal';

type PlayedScenario = { exchange: Pick<Exchange, 'batches'> };

async function journalOf({ exchange }: PlayedScenario): Promise<MemoryJournal> {
  const journal = new MemoryJournal();
  const group = exchange.batches.map((batch) => ({ batch, body: encodeBody(batch) }));
  await journal.append(-1, group);
  return journal;
}

function settledIn({ exchange }: PlayedScenario): SettledContract[] {
  const found = exchange.batches.flatMap((batch) =>
    batch.events.map((event) => ({ event, position: positionOf(batch) })),
  );
  const of = <T extends 'OptionBought' | 'OptionEntered' | 'OptionSettled'>(type: T, contract: number) =>
    found.find(({ event }) => event.type === type && (event as { contract: number }).contract === contract) as
      { event: EventOf<T>; position: number } | undefined;
  return found.flatMap(({ event, position }) => {
    if (event.type !== 'OptionSettled') return [];
    const purchase = of('OptionBought', event.contract)!;
    const entered = of('OptionEntered', event.contract);
    const { symbol, takeProfit, stopLoss } = purchase.event;
    return {
      ...{ contract: event.contract, symbol, boughtPosition: purchase.position, settledPosition: position },
      enteredPosition: entered?.position ?? null,
      entry: entered?.event.batch ?? null,
      settledBy: event.batch ?? null,
      hasLevels: takeProfit !== undefined || stopLoss !== undefined,
    };
  });
}

export async function certificates(scenario: PlayedScenario): Promise<Certificate[]> {
  return certificatesIn(await journalOf(scenario), scenario);
}

/** The same for a journal with these batches. */
export async function certificatesIn(
  journal: Parameters<typeof certificateOf>[0],
  played: PlayedScenario,
): Promise<Certificate[]> {
  const all: Certificate[] = [];
  for (const settled of settledIn(played)) all.push((await certificateOf(journal, settled))!);
  // As read from a file.
  return JSON.parse(JSON.stringify(all)) as Certificate[];
}
