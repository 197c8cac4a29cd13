/** All events of one order, position, withdrawal or similar in a journal, with the actors that caused them. */
import { concernsSubject, type TrailSubject } from '../../shared/proof/audit-trail';
import type { AuditedJournal, OnProgress } from './source';
import type { PlainBatch } from './sums';

export interface TrailEvent {
  /** Position of the event; `position` is that of its batch. */
  eventPosition: number;
  position: number;
  at: number;
  /** Actor and command that caused the event. */
  actor: string;
  command: string;
  event: Readonly<Record<string, unknown>>;
}

export async function* auditTrailOf(
  journal: Pick<AuditedJournal, 'readStored'>,
  subject: TrailSubject,
  id: number,
  onProgress: OnProgress = () => undefined,
): AsyncIterable<TrailEvent> {
  // Most batches are excluded without parsing.
  const subjectPattern = new RegExp(`:${id}[,}]`);
  for await (const { text, plain, first, position } of journal.readStored(0)) {
    onProgress(position);
    if (!subjectPattern.test(text)) continue;
    const { at, actor, command, events } = (plain ?? JSON.parse(text)) as PlainBatch;
    for (const [place, event] of events.entries()) {
      const fields = event as unknown as Readonly<Record<string, unknown>>;
      if (!concernsSubject(subject, id, fields)) continue;
      yield { eventPosition: first + place, position, at, actor, command: command.type, event: fields };
    }
  }
}
