import { FEEDBACK_ANSWER_LENGTH_MAX, type FeedbackRecord } from '../../../../../shared/products/content/wire';
import { useAnswerFeedbackMutation, useCloseFeedbackMutation } from '../../../entities/staff/settings-api';
import type { Act } from '../../../features/staff-act/act-dialog';
import { useReasonFields } from '../../../features/staff-act/reasons';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';

/** Makes an answer to this feedback, or its end, ready to be confirmed. */
export function useFeedbackActs(record: FeedbackRecord): Record<'answer' | 'close', Act> {
  const { say } = useTexts();
  const [answer] = useAnswerFeedbackMutation();
  const [close] = useCloseFeedbackMutation();
  const { fields, reasonFrom } = useReasonFields('feedback')();
  const { id: feedback, text, category } = record;
  const facts = [
    [say('staff.feedback.category'), say(`staff.feedback_category.${category}`)],
    [say('staff.feedback.text'), text],
  ] as const;
  return {
    answer: {
      title: `${say('staff.feedback.answer')} – #${feedback}`,
      consequence: reachOf(say, record),
      takes: null,
      facts,
      fields: [
        {
          name: 'text',
          label: say('staff.feedback.answer_text'),
          kind: 'lines',
          lengthMax: FEEDBACK_ANSWER_LENGTH_MAX,
        },
      ],
      confirm: say('staff.feedback.answer'),
      done: say('staff.feedback.answered_done'),
      send: async ({ text: written }, clientId) => {
        const { error } = await answer({ clientId, feedback, text: written });
        return error ? { error } : {};
      },
    },
    close: {
      title: `${say('staff.feedback.close')} – #${feedback}`,
      consequence: say('staff.feedback.close_consequence'),
      takes: null,
      facts,
      fields,
      confirm: say('staff.feedback.close_it'),
      done: say('staff.feedback.closed_done'),
      send: async (entered, clientId) => {
        const { error } = await close({ clientId, feedback, reason: reasonFrom(entered) });
        return error ? { error } : {};
      },
    },
  };
}

function reachOf(say: Texts['say'], { userId, isMailed }: FeedbackRecord): string {
  if (userId !== null) return say(isMailed ? 'staff.feedback.reaches_both' : 'staff.feedback.reaches_message');
  return say(isMailed ? 'staff.feedback.reaches_mail' : 'staff.feedback.reaches_nobody');
}
