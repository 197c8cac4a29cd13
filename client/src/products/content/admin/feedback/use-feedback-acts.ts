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
  const facts = [
    [t('staff.feedback.category'), t(`staff.feedback_category.${category}`)],
    [t('staff.feedback.text'), text],
  ] as const;
  return {
    answer: {
      title: `${t('staff.feedback.answer')} – #${feedback}`,
      consequence: reachOf(t, record),
      takes: null,
      facts,
      fields: [
        {
          name: 'text',
          label: t('staff.feedback.answer_text'),
          kind: 'lines',
          lengthMax: FEEDBACK_ANSWER_LENGTH_MAX,
        },
      ],
      confirm: t('staff.feedback.answer'),
      done: t('staff.feedback.answered_done'),
      send: async ({ text: written }, clientId) => {
        const { error } = await answer({ clientId, feedback, text: written });
        return error ? { error } : {};
      },
    },
    close: {
      title: `${t('staff.feedback.close')} – #${feedback}`,
      consequence: t('staff.feedback.close_consequence'),
      takes: null,
      facts,
      fields,
      confirm: t('staff.feedback.close_it'),
      done: t('staff.feedback.closed_done'),
      send: async (entered, clientId) => {
        const { error } = await close({ clientId, feedback, reason: reasonFrom(entered) });
        return error ? { error } : {};
      },
    },
  };
}

function reachOf(t: Texts['t'], { userId, isMailed }: FeedbackRecord): string {
  if (userId !== null) return t(isMailed ? 'staff.feedback.reaches_both' : 'staff.feedback.reaches_message');
  return t(isMailed ? 'staff.feedback.reaches_mail' : 'staff.feedback.reaches_nobody');
}
