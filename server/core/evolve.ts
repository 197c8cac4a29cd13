/**
 * Folds a batch into the state, in place. Never refuses: an event is a fact; what contradicts the state is a crash.
 */
import { actorId, type Actor } from './actor';
import { positionOf, type Batch } from './event';
import { known, nameUser } from './folding';
import type { AnyCommandRow, AnyEventRow, Tables } from './product';
import { broken, invariant } from './rejection';
import type { CoreState } from './state';

export interface Folding {
  /** Folds one whole batch: its events in order, then the client id that made it. */
  evolve: (state: CoreState, batch: Batch) => void;
  /** What a batch made, usually named by its first event: an order, a withdrawal, a hold, a transfer or a recharge. */
  madeBy: (batch: Pick<Batch, 'command' | 'events'>) => number | null;
}

export function createFolding({
  events,
  commands,
  follows,
  derive,
}: Pick<Tables, 'events' | 'commands' | 'follows' | 'derive'>): Folding {
  // Maps, for names that were just read from a journal: looked up among properties, each would first be made the engine's own.
  const eventRows = new Map(Object.entries(events).map(([type, row]) => [type, followed(row, follows.get(type))]));
  const commandRows = new Map(Object.entries(commands));

  function evolve(state: CoreState, batch: Batch): void {
    if (batch.first !== state.position + 1) broken(`batch at ${batch.first} follows ${state.position}`);
    invariant(batch.events.length > 0, 'a batch has events');
    invariant(batch.at >= state.at, 'time does not run backwards');
    for (const event of batch.events) known(eventRows, event.type).evolve(state, event, batch);
    state.position = positionOf(batch);
    state.at = batch.at;
    for (const follow of derive) follow(state);
    state.lasting.forget(batch.at, ({ type, id }) => {
      return id !== null && known(commandRows, type).lasting?.(state, id) === true;
    });
    rememberCommand(state, batch);
  }

  function madeBy({ command, events: happened }: Pick<Batch, 'command' | 'events'>): number | null {
    return madeAs(known(commandRows, command.type), happened);
  }

  function madeAs({ made }: AnyCommandRow, happened: Batch['events']): number | null {
    if (made) return made(happened);
    const event = happened[0];
    return known(eventRows, event.type).made?.(event) ?? null;
  }

  function rememberCommand(state: CoreState, batch: Batch): void {
    const { clientId, digest, type } = batch.command;
    const owner = actorId(batch.actor);
    if (owner !== null) nameUser(state, owner);
    if (clientId === undefined || digest === undefined || owner === null) return;
    const { position } = state;
    const row = known(commandRows, type);
    const id = madeAs(row, batch.events);
    state.memories.remember(owner, { clientId, digest, position, id }, (order) => {
      const open = state.orders.get(order);
      return open?.user === owner ? open.clientId : null;
    });
    if (!isLasting(row, batch.actor)) return;
    state.lasting.remember({ clientId, digest, position, id, type, owner, at: batch.at });
  }

  return { evolve, madeBy };
}

/** All that staff send, and what its row says. */
function isLasting({ lasting }: AnyCommandRow, actor: Actor): boolean {
  return lasting !== null || actor.startsWith('admin/');
}

/** An event, and what other parts fold of it behind its own. */
function followed(row: AnyEventRow, follows: readonly AnyEventRow['evolve'][] | undefined): AnyEventRow {
  if (follows === undefined) return row;
  return {
    ...row,
    evolve(state, event, batch) {
      row.evolve(state, event, batch);
      for (const follow of follows) follow(state, event, batch);
    },
  };
}
