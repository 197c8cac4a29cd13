import type { ArticleKind } from '../../../../../shared/products/content/wire';
import type { ArticleActAnswer, DeskArticle } from '../../../../../shared/products/content/staff';
import { LANGUAGES } from '../../../../../shared/wire/languages';
import { usePublishArticleMutation, useWithdrawArticleMutation } from '../../../entities/staff/content-desk-api';
import type { Act, Outcome } from '../../../features/staff-act/act-dialog';
import { reasonField, TIME_LENGTH_MAX, timeOf, type ActField } from '../../../features/staff-act/fields';
import type { Fault } from '../../../shared/api/envelope';
import { LANGUAGE_NAMES } from '../../../shared/i18n/languages';
import type { TextKey } from '../../../shared/i18n/i18n';
import { useTexts, type Texts } from '../../../shared/i18n/use-texts';
import { completeness, type Saved } from './article-draft';

/** In place of a text that is missing. */
const ENGLISH = 'english';

/** What may be done with what is saved, as it stands. */
export function useArticleActs(
  kind: ArticleKind,
  saved: Saved,
  article: DeskArticle | null,
  onDone: (revision: number) => void,
): Act[] {
  const { say } = useTexts();
  const [publish] = usePublishArticleMutation();
  const [withdraw] = useWithdrawArticleMutation();
  if (!article || saved.article === null) return [];
  const { standing } = article;
  const { isLegal, state, next } = standing;
  const { takesTwo } = article;
  const missing = LANGUAGES.filter((language) => completeness(saved.draft.texts[language]) !== 'whole');
  const ended = ({ data, error }: { data?: ArticleActAnswer; error?: Fault }): Outcome => {
    if (error) return { error };
    if (data) onDone(data.revision);
    return { data: { proposal: data?.proposal ?? null } };
  };
  const { article: id, version, digest, revision } = saved;
  const times = { from: timeField(say, 'from'), until: timeField(say, 'until') };
  const publishing: Act = {
    title: say(takesTwo ? 'publish.propose' : 'publish.publish'),
    consequence: say(consequenceOf(article)),
    takes: takesTwo ? 'SetDeskSetting' : null,
    facts: [
      [say('publish.version'), version === 0 ? say('publish.version.shipped') : String(version)],
      [say('publish.digest'), digest.slice(0, 12)],
    ],
    fields: [
      ...(takesTwo ? [] : [times.from]),
      ...(kind === 'page' ? [] : [times.until]),
      ...(missing.length === 0
        ? []
        : [fallbackField(say, missing.map((language) => LANGUAGE_NAMES[language]).join(', '))]),
    ],
    confirm: say(takesTwo ? 'publish.propose' : 'publish.publish'),
    done: say('publish.published_done'),
    send: async ({ from = '', until = '', fallback }, clientId) =>
      ended(
        await publish({
          ...{ clientId, article: id, version, digest, revision, fallback: fallback === ENGLISH },
          ...timed('from', from),
          ...timed('until', until),
        }),
      ),
  };
  const taking = (what: 'shown' | 'scheduled'): Act => ({
    title: say(`publish.withdraw.${what}`),
    consequence: say(`publish.withdraw_consequence.${what}`),
    takes: null,
    fields: [reasonField(say)],
    confirm: say(`publish.withdraw.${what}`),
    kind: 'bad',
    done: say('publish.withdrawn_done'),
    send: async ({ reason }, clientId) => ended(await withdraw({ clientId, article: id, revision, what, reason })),
  });
  const mayPublish = !isLegal || (version > 0 && standing.shown !== version);
  return [
    ...(mayPublish ? [publishing] : []),
    ...(next ? [taking('scheduled')] : []),
    ...(state === 'published' && kind !== 'page' ? [taking('shown')] : []),
  ];
}

function consequenceOf({ standing, takesTwo }: DeskArticle): TextKey {
  if (standing.isLegal) return 'publish.propose_consequence';
  return takesTwo ? 'publish.propose_out_consequence' : 'publish.publish_consequence';
}

function timeField(say: Texts['say'], name: 'from' | 'until'): ActField {
  return {
    ...{ name, label: say(`publish.time.${name}`), hint: say(`publish.time_hint.${name}`), kind: 'time' },
    ...{ lengthMax: TIME_LENGTH_MAX, isOptional: true },
  };
}

function fallbackField(say: Texts['say'], names: string): ActField {
  return {
    ...{ name: 'fallback', label: say('publish.fallback', { names }), kind: 'line', lengthMax: 20 },
    choices: [
      { value: 'all', text: say('publish.fallback.all') },
      { value: ENGLISH, text: say('publish.fallback.english') },
    ],
  };
}

function timed<Name extends 'from' | 'until'>(name: Name, entered: string): Partial<Record<Name, number>> {
  const at = entered === '' ? null : timeOf(entered);
  return at === null ? {} : ({ [name]: at } as Record<Name, number>);
}
