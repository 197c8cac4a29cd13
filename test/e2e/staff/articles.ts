/** Articles over HTTP: writing, publishing and withdrawing by staff; reading by visitors. */
import { LANGUAGES, type Language } from '../../../shared/wire/languages';
import type { HttpExchange, Json, Person } from '../../tools/people/http-exchange';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export function textIn(language: Language, of: string) {
  return { title: `${of} (${language})`, summary: `In short, ${language}.`, body: `## ${of}\n\nSaid in ${language}.` };
}

export const inAll = (of: string, languages: readonly Language[] = LANGUAGES) =>
  Object.fromEntries(languages.map((language) => [language, textIn(language, of)]));

/** Exchange and staff are passed as functions, because they exist only after the tests are declared. */
export function articlesOf(exchange: () => HttpExchange, admin: () => Person) {
  const save = (facts: object, staff: Person = admin()) => {
    const request = { clientId: exchange().clientId(), category: null, revision: 0, kind: 'notice', ...facts };
    return exchange().post('/admin/content/saveArticle', request, staff.ticket);
  };
  const made = async (of = 'Maintenance', facts: object = {}): Promise<Json> =>
    (await save({ texts: inAll(of), ...facts })).data;
  const publish = ({ article, version, digest, revision }: Json, facts: object = {}, staff: Person = admin()) => {
    const request = { clientId: exchange().clientId(), article, version, digest, revision, ...facts };
    return exchange().post('/admin/content/publishArticle', request, staff.ticket);
  };
  const withdraw = (article: string, revision: number, what: 'shown' | 'scheduled', facts: object = {}) => {
    const request = { clientId: exchange().clientId(), article, revision, what, reason: 'over', ...facts };
    return exchange().post('/admin/content/withdrawArticle', request, admin().ticket);
  };
  const desk = async (article: string): Promise<Json> =>
    (await exchange().get(`/admin/content/article?article=${article}`, admin().ticket)).data;
  const shown = async (article: string, lang: Language = 'en'): Promise<string | null> => {
    const { code, data } = await exchange().get(`/app/content/detail?id=${article}`, undefined, { lang });
    return code === 'success' ? data.title : null;
  };
  const idOf = async (slug: string): Promise<string> => {
    const rows = exchange()
      .application.exchange.database.sql.selectFrom('articles')
      .select('id')
      .where('slug', '=', slug);
    return String((await rows.executeTakeFirstOrThrow()).id);
  };

  return { save, made, publish, withdraw, desk, shown, idOf };
}
