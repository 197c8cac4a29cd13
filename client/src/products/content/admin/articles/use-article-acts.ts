import type { ArticleKind } from '../../../../../../shared/products/content/wire';
import type { ArticleActAnswer, DeskArticle } from '../../../../../../shared/products/content/staff';
import { LANGUAGES } from '../../../../../../shared/wire/languages';
import { usePublishArticleMutation, useWithdrawArticleMutation } from '../../../../admin/api/content-admin-api';
import type { Act, Outcome } from '../../../../admin/act/act-dialog';
import { reasonField, TIME_LENGTH_MAX, timeOf, type ActField } from '../../../../admin/act/fields';
import type { Fault } from '../../../../kit/api/envelope';
import { LANGUAGE_NAMES } from '../../../../kit/i18n/languages';
import type { TextKey } from '../../../../kit/i18n/i18n';
import { useTexts, type Texts } from '../../../../kit/i18n/use-texts';
import { completeness, type Saved } from './article-draft';

/** Choice to show English in place of missing texts. */
const ENGLISH = 'english';

/** Actions possible for the saved version. */
export function useArticleActs(
  kind: ArticleKind,
  saved: Saved,
  article: DeskArticle | null,
  onDone: (revision: number) => void,
): Act[] {
  const { t } = useTexts();
  const [publish] = usePublishArticleMutation();
  const [withdraw] = useWithdrawArticleMutation();
  if (!article || saved.article === null) return [];
  const { standing } = article;
  const { isLegal, state, next } = standing;
  const { takesTwo } = article;
  const missing = LANGUAGES.filter((language) => completeness(saved.draft.texts[language]) !== 'whole');
  const outcomeOf = ({ data, error }: { data?: ArticleActAnswer; error?: Fault }): Outcome => {
    if (error) return { error };
    if (data) onDone(data.revision);
    return { data: { proposal: data?.proposal ?? null } };
  };
  const { article: id, version, digest, revision } = saved;
  const times = { from: timeField(t, 'from'), until: timeField(t, 'until') };
  const publishing: Act = {
    title: t(takesTwo ? 'publish.propose' : 'publish.publish'),
    consequence: t(consequenceOf(article)),
    approvalRule: takesTwo ? 'SetDeskSetting' : null,
    details: [
      [t('publish.version'), version === 0 ? t('publish.version.shipped') : String(version)],
      [t('publish.digest'), digest.slice(0, 12)],
    ],
    fields: [
      ...(takesTwo ? [] : [times.from]),
      ...(kind === 'page' ? [] : [times.until]),
      ...(missing.length === 0
        ? []
        : [fallbackField(t, missing.map((language) => LANGUAGE_NAMES[language]).join(', '))]),
    ],
    confirm: t(takesTwo ? 'publish.propose' : 'publish.publish'),
    successText: t('publish.published_done'),
    send: async ({ from = '', until = '', fallback }, clientId) =>
      outcomeOf(
        await publish({
          ...{ clientId, article: id, version, digest, revision, fallback: fallback === ENGLISH },
          ...timed('from', from),
          ...timed('until', until),
        }),
      ),
  };
  const withdrawalAct = (target: 'shown' | 'scheduled'): Act => ({
    title: t(`publish.withdraw.${target}`),
    consequence: t(`publish.withdraw_consequence.${target}`),
    approvalRule: null,
    fields: [reasonField(t)],
    confirm: t(`publish.withdraw.${target}`),
    kind: 'bad',
    successText: t('publish.withdrawn_done'),
    send: async ({ reason }, clientId) =>
      outcomeOf(await withdraw({ clientId, article: id, revision, what: target, reason })),
  });
  const mayPublish = !isLegal || (version > 0 && standing.shown !== version);
  return [
    ...(mayPublish ? [publishing] : []),
    ...(next ? [withdrawalAct('scheduled')] : []),
    ...(state === 'published' && kind !== 'page' ? [withdrawalAct('shown')] : []),
  ];
}

function consequenceOf({ standing, takesTwo }: DeskArticle): TextKey {
  if (standing.isLegal) return 'publish.propose_consequence';
  return takesTwo ? 'publish.propose_out_consequence' : 'publish.publish_consequence';
}

function timeField(t: Texts['t'], name: 'from' | 'until'): ActField {
  return {
    ...{ name, label: t(`publish.time.${name}`), hint: t(`publish.time_hint.${name}`), kind: 'time' },
    ...{ lengthMax: TIME_LENGTH_MAX, isOptional: true },
  };
}

function fallbackField(t: Texts['t'], names: string): ActField {
  return {
    ...{ name: 'fallback', label: t('publish.fallback', { names }), kind: 'line', lengthMax: 20 },
    choices: [
      { value: 'all', text: t('publish.fallback.all') },
      { value: ENGLISH, text: t('publish.fallback.english') },
    ],
  };
}

function timed<Name extends 'from' | 'until'>(name: Name, input: string): Partial<Record<Name, number>> {
  const at = input === '' ? null : timeOf(input);
  return at === null ? {} : ({ [name]: at } as Record<Name, number>);
}
