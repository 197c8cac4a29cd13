import { FEEDBACK_ANSWER_LENGTH_MAX, type FeedbackRecord } from '../../../../../../shared/products/content/wire';
import { useAnswerFeedbackMutation, useCloseFeedbackMutation } from '../../../../admin/api/settings-api';
import type { Act } from '../../../../admin/act/act-dialog';
import { useReasonFields } from '../../../../admin/act/reasons';
import { useTexts, type Texts } from '../../../../kit/i18n/use-texts';

/** Actions to answer or close a feedback. */
export function useFeedbackActs(record: FeedbackRecord): Record<'answer' | 'close', Act> {
  const { t } = useTexts();
  const [answer] = useAnswerFeedbackMutation();
  const [close] = useCloseFeedbackMutation();
  const { fields, reasonFrom } = useReasonFields('feedback')();
  const { id: feedback, text, category } = record;
  const details = [
    [t('staff.feedback.category'), t(`staff.feedback_category.${category}`)],
    [t('staff.feedback.text'), text],
  ] as const;
  return {
    answer: {
      title: `${t('staff.feedback.answer')} – #${feedback}`,
      consequence: reachOf(t, record),
      approvalRule: null,
      details,
      fields: [
        {
          name: 'text',
          label: t('staff.feedback.answer_text'),
          kind: 'lines',
          lengthMax: FEEDBACK_ANSWER_LENGTH_MAX,
        },
      ],
      confirm: t('staff.feedback.answer'),
      successText: t('staff.feedback.answered_done'),
      send: async ({ text: answerText }, clientId) => {
        const { error } = await answer({ clientId, feedback, text: answerText });
        return error ? { error } : {};
      },
    },
    close: {
      title: `${t('staff.feedback.close')} – #${feedback}`,
      consequence: t('staff.feedback.close_consequence'),
      approvalRule: null,
      details,
      fields,
      confirm: t('staff.feedback.close_it'),
      successText: t('staff.feedback.closed_done'),
      send: async (input, clientId) => {
        const { error } = await close({ clientId, feedback, reason: reasonFrom(input) });
        return error ? { error } : {};
      },
    },
  };
}

function reachOf(t: Texts['t'], { userId, isMailed }: FeedbackRecord): string {
  if (userId !== null) return t(isMailed ? 'staff.feedback.reaches_both' : 'staff.feedback.reaches_message');
  return t(isMailed ? 'staff.feedback.reaches_mail' : 'staff.feedback.reaches_nobody');
}
