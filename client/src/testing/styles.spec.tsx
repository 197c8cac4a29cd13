/** The page of tests finds what style sheets say of an element faster than jsdom alone, and finds the same. */
import { render } from '@testing-library/react';
import Button from 'antd/es/button';
import Form from 'antd/es/form';
import Input from 'antd/es/input';
import Select from 'antd/es/select';
import Table from 'antd/es/table';

/** Of every kind; each means some element of `PAGE`. */
const SELECTORS = [
  'div',
  '*',
  '.one',
  '.one.two',
  'p.one',
  '#me',
  'p#me.one',
  ':where(.one).two',
  ':is(.one, .other).two:not(.three)',
  'section > .one',
  'section>.one',
  '.lead+.one',
  '.lead ~ p',
  '[hidden]',
  'p[title="a b"]',
  "p[title='a b'].one",
  '[class^="one"]',
  "[class*=' two']",
  'section [class^="one"],section [class*=" two"]',
  '[class$=two]',
  '[class~="two"].one',
  ':not([class^="one"]).two',
  '.nobody, .two',
  'html, body, svg, foreignObject',
  '.Big',
  'p:first-child',
  'input[type="radio"]:checked',
  ':root',
  ':not(.nobody)',
];

const PAGE = `<section><p class="lead">x</p><p id="me" class="one two" title="a b">x</p>
  <div class="one\ttwo Big" hidden></div><svg><foreignObject class="one two"></foreignObject></svg>
  <input type="radio" checked class="other two"></section>`;

const elements = (): Element[] => [...document.querySelectorAll('*')];

function sheet(text: string): HTMLStyleElement {
  const style = document.createElement('style');
  style.textContent = text;
  document.head.append(style);
  return style;
}

/** What the sheets of the page give a property of an element: the last rule that means it, asked one by one. */
function said(element: Element, property: string, rules: readonly CSSStyleRule[]): string {
  const values = rules.flatMap(({ selectorText, style }) => {
    const value = style.getPropertyValue(property);
    return value !== '' && isMeant(element, selectorText) ? [value] : [];
  });
  return values.at(-1) ?? '';
}

/** Rules of other browsers mean nothing here. */
function isMeant(element: Element, selector: string): boolean {
  try {
    return element.matches(selector);
  } catch {
    return false;
  }
}

describe('the style of an element', () => {
  afterEach(() => {
    document.head.replaceChildren();
    document.body.replaceChildren();
  });

  it.each(SELECTORS)('has what is said of %s, and nobody else has', (selector) => {
    document.body.innerHTML = PAGE;
    sheet(`${selector} { z-index: 7 }`);
    const meant = elements().filter((element) => element.matches(selector));
    expect(meant).not.toEqual([]);
    expect(elements().filter((element) => getComputedStyle(element).zIndex === '7')).toEqual(meant);
  });

  it('has what the sheets of the kit say', () => {
    const columns = [{ title: 'a', dataIndex: 'a' }];
    render(
      <Form layout="vertical">
        <Form.Item label="a" required>
          <Input prefix="a" />
        </Form.Item>
        <Select options={[{ value: 'a', label: 'a' }]} value="a" />
        <Button type="primary">a</Button>
        <Table columns={columns} dataSource={[{ key: 1, a: 1 }]} />
      </Form>,
    );
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]) as CSSStyleRule[];
    const own = rules.filter(({ selectorText }) => selectorText !== undefined);
    expect(own.length).toBeGreaterThan(300);
    const PROPERTIES = ['position', 'cursor', 'white-space', 'text-align', 'box-sizing'];
    let compared = 0;
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      for (const property of PROPERTIES) {
        const expected = said(element, property, own);
        if (expected === '' || element.style.getPropertyValue(property) !== '') continue;
        expect([element.className, property, getComputedStyle(element).getPropertyValue(property)]).toEqual([
          element.className,
          property,
          expected,
        ]);
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(50);
  });

  it('is that of the page as it is now', () => {
    const style = sheet('.gone { display: none }');
    const text = document.body.appendChild(document.createElement('p'));
    const shown = (): string => getComputedStyle(text).display;
    expect([shown(), shown()]).toEqual(['block', 'block']);
    text.className = 'gone';
    expect([shown(), shown()]).toEqual(['none', 'none']);
    style.textContent = '.gone { display: flex }';
    expect(shown()).toBe('flex');
    text.style.display = 'grid';
    expect(shown()).toBe('grid');
    text.removeAttribute('style');
    style.remove();
    expect(shown()).toBe('block');
    document.body.style.visibility = 'hidden';
    expect(getComputedStyle(text).visibility).toBe('hidden');
    document.body.removeAttribute('style');
  });
});
