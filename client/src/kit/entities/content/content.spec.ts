import { articlePath, listPath } from './places';
import { chaptersOf } from './outline';
import { articlesWith } from './search';

describe('help search', () => {
  const register = { title: 'How to sign up', summary: 'An e-mail address and a password.' };
  const password = { title: 'Cómo cambiar la contraseña', summary: 'En cuatro pasos.' };
  const thai = { title: 'วิธีสมัครสมาชิก', summary: 'ใช้อีเมล' };
  const articles = [register, password, thai];

  it('finds all words in title or summary, in any order and case', () => {
    expect(articlesWith(articles, 'PASSWORD sign')).toEqual([register]);
    expect(articlesWith(articles, 'password paper')).toEqual([]);
  });

  it('ignores accents', () => {
    expect(articlesWith(articles, 'contrasena como')).toEqual([password]);
  });

  it('keeps marks that distinguish words', () => {
    expect(articlesWith(articles, 'สมัคร')).toEqual([thai]);
    expect(articlesWith(articles, 'สมคร')).toEqual([]);
  });

  it('shows all articles for an empty query', () => {
    expect(articlesWith(articles, '  ')).toEqual(articles);
  });
});

describe('chapters of an article', () => {
  it('are its second-level headings as plain text', () => {
    const markdown = '## One\n\ntext\n\n### Below\n\n## The *second* [rule](/rules) ##\n';
    expect(chaptersOf(markdown)).toEqual([
      { id: 'section-1', title: 'One' },
      { id: 'section-2', title: 'The second rule' },
    ]);
  });

  it('ignore code listings', () => {
    expect(chaptersOf('```\n## comment\n```\n')).toEqual([]);
  });
});

describe('article path', () => {
  it.each([
    ['notice', null, '/noticeDetail?id=7', '/noticeList'],
    ['help', 'trading', '/helpDetail?id=7', '/helpCenter'],
    ['news', null, '/detail?id=7', '/news'],
    ['information', 'insight', '/informationOne?id=7', '/informationList?category=insight'],
    ['information', 'learn', '/informationTwo?id=7', '/informationList?category=learn'],
  ] as const)('follows from kind and category: %s %s', (kind, category, address, list) => {
    expect(articlePath({ id: '7', kind, category })).toBe(address);
    expect(listPath({ kind, category })).toBe(list);
  });
});
