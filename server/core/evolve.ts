/**
 * Folds a batch into the state, in place. Never rejects: an event is a fact, and one that contradicts the state throws.
 */
import { actorId, type Actor } from './actor';
import { positionOf, type Batch } from './event';
import { getOrThrow, noteHighestUser } from './evolve-helpers';
import type { AnyCommandRow, AnyEventRow, Tables } from './product';
import { broken, invariant } from './rejection';
import type { CoreState } from './state';

export interface Evolver {
  /** Folds one whole batch: its events in order, then the client id that made it. */
  evolve: (state: CoreState, batch: Batch) => void;
  /**
   * Returns the number of the object that a batch created, usually from its first event: an order, a withdrawal, a hold, a transfer or a
   * recharge.
   */
  createdIdOf: (batch: Pick<Batch, 'command' | 'events'>) => number | null;
}

export function createEvolver({
  events,
  commands,
  foreignEvents: follows,
  derive,
}: Pick<Tables, 'events' | 'commands' | 'foreignEvents' | 'derive'>): Evolver {
  // Maps, because the names were just parsed from a journal: a property lookup would intern each string first.
  const eventRows = new Map(
    Object.entries(events).map(([type, row]) => [type, withForeignHandlers(row, follows.get(type))]),
  );
  const commandRows = new Map(Object.entries(commands));

  function evolve(state: CoreState, batch: Batch): void {
    if (batch.first !== state.position + 1) broken(`batch at ${batch.first} follows ${state.position}`);
    invariant(batch.events.length > 0, 'a batch has events');
    invariant(batch.at >= state.at, 'time does not run backwards');
    for (const event of batch.events) getOrThrow(eventRows, event.type).evolve(state, event, batch);
    state.position = positionOf(batch);
    state.at = batch.at;
    for (const follow of derive) follow(state);
    state.lasting.forget(batch.at, ({ type, id }) => {
      return id !== null && getOrThrow(commandRows, type).idempotencyRetention?.(state, id) === true;
    });
    rememberCommand(state, batch);
  }

  function createdIdOf({ command, events: happened }: Pick<Batch, 'command' | 'events'>): number | null {
    return madeAs(getOrThrow(commandRows, command.type), happened);
  }

  function madeAs({ createdId }: AnyCommandRow, happened: Batch['events']): number | null {
    if (createdId) return createdId(happened);
    const event = happened[0];
    return getOrThrow(eventRows, event.type).createdId?.(event) ?? null;
  }

  function rememberCommand(state: CoreState, batch: Batch): void {
    const { clientId, digest, type } = batch.command;
    const owner = actorId(batch.actor);
    if (owner !== null) noteHighestUser(state, owner);
    if (clientId === undefined || digest === undefined || owner === null) return;
    const { position } = state;
    const row = getOrThrow(commandRows, type);
    const id = madeAs(row, batch.events);
    state.memories.remember(owner, { clientId, digest, position, id }, (order) => {
      const open = state.orders.get(order);
      return open?.user === owner ? open.clientId : null;
    });
    if (!isRetained(row, batch.actor)) return;
    state.lasting.remember({ clientId, digest, position, id, type, owner, at: batch.at });
  }

  return { evolve, createdIdOf };
}

/** True for all commands from staff and for commands whose row requires it. */
function isRetained({ idempotencyRetention: lasting }: AnyCommandRow, actor: Actor): boolean {
  return lasting !== null || actor.startsWith('admin/');
}

/** Combines an event's own row with the folds of other parts, which run after it. */
function withForeignHandlers(row: AnyEventRow, follows: readonly AnyEventRow['evolve'][] | undefined): AnyEventRow {
  if (follows === undefined) return row;
  return {
    ...row,
    evolve(state, event, batch) {
      row.evolve(state, event, batch);
      for (const follow of follows) follow(state, event, batch);
    },
  };
}
