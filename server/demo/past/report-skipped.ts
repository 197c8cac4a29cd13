/** Refused commands of the past, said: nobody waits for their answers, and later nobody would miss what they were to leave. */
import type { AnswerCode } from '../../../shared/rules/codes';
import type { CommandPort } from '../../engine/port';

/** An earlier start has done the act, at other prices. */
const DONE_BEFORE: AnswerCode = 'client.id.reused';

export function reportingSkipped(
  engine: Pick<CommandPort, 'submit'>,
  user: number,
  printLine: (line: string) => void,
): Pick<CommandPort, 'submit'> {
  return {
    async submit(envelope) {
      const outcome = await engine.submit(envelope);
      const isLeftOut = 'rejected' in outcome && outcome.rejected !== DONE_BEFORE;
      if (isLeftOut && envelope.actor === `user/${user}`)
        printLine(`demo: ${envelope.command.type} of ${user} is left out: ${outcome.rejected}`);
      return outcome;
    },
  };
}
