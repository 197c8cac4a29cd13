/** Renders Markdown with tables. Forbidden elements are omitted, and forbidden links become plain text. */
import { useEffect, type ReactNode } from 'react';
import { Link } from 'react-router';
import { markdownParts, type Cell, type Part } from '../../../../shared/articles/markdown';
import { hostsIn, isArticleLink, isOwnPath, type LinkHosts } from '../../../../shared/products/identity/rules/links';
import { useDeskConfig } from '../entities/config/config-api';
import { chapterId } from '../entities/content/outline';
import styles from './prose.module.css';

export function Markdown({ text }: { text: string }) {
  const hosts = hostsIn(useDeskConfig().link_hosts);
  // The URL's fragment is known before the text has loaded.
  useEffect(() => {
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [text]);
  const parts = markdownParts(text);
  return <div className={styles.prose}>{parts === null ? <p>{text}</p> : chaptersShown(parts, hosts)}</div>;
}

/** Must number headings as `chaptersOf` does. */
function chaptersShown(parts: readonly Part[], hosts: LinkHosts): ReactNode[] {
  let place = 0;
  return parts.map((part, at) => {
    if (part.kind !== 'heading' || part.level !== 2) return <Shown key={at} part={part} hosts={hosts} />;
    place += 1;
    return (
      <h2 key={at} id={chapterId(place)}>
        {allShown(part.parts, hosts)}
      </h2>
    );
  });
}

function allShown(parts: readonly Part[], hosts: LinkHosts): ReactNode[] {
  return parts.map((part, at) => <Shown key={at} part={part} hosts={hosts} />);
}

interface ShownProps<Kind extends Part['kind'] = Part['kind']> {
  part: Extract<Part, { kind: Kind }>;
  hosts: LinkHosts;
}

function Shown({ part, hosts }: ShownProps) {
  switch (part.kind) {
    case 'text':
    case 'image':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'fenced':
      return (
        <pre>
          <code>{`${part.text}\n`}</code>
        </pre>
      );
    case 'break':
      return <br />;
    case 'rule':
      return <hr />;
    case 'html':
      return null;
    case 'paragraph':
      return <p>{allShown(part.parts, hosts)}</p>;
    case 'quote':
      return <blockquote>{allShown(part.parts, hosts)}</blockquote>;
    case 'strong':
      return <strong>{allShown(part.parts, hosts)}</strong>;
    case 'emphasis':
      return <em>{allShown(part.parts, hosts)}</em>;
    case 'struck':
      return <del>{allShown(part.parts, hosts)}</del>;
    case 'heading':
      return <Heading part={part} hosts={hosts} />;
    case 'link':
      return <TextLink part={part} hosts={hosts} />;
    case 'list':
      return <Listed part={part} hosts={hosts} />;
    case 'table':
      return <Table part={part} hosts={hosts} />;
  }
}

/** A level-1 heading becomes a paragraph, because the page's title is its level-1 heading. */
function Heading({ part: { level, parts }, hosts }: ShownProps<'heading'>) {
  const content = allShown(parts, hosts);
  if (level === 1) return <p>{content}</p>;
  const Level = `h${level}` as 'h2' | 'h3' | 'h4' | 'h5' | 'h6';
  return <Level>{content}</Level>;
}

/** The router opens links within the site. External links open a new tab without access to this one. */
function TextLink({ part: { to, parts }, hosts }: ShownProps<'link'>) {
  const content = allShown(parts, hosts);
  if (!isArticleLink(to, hosts)) return content;
  if (isOwnPath(to)) return <Link to={to}>{content}</Link>;
  if (to.startsWith('#')) return <a href={to}>{content}</a>;
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {content}
    </a>
  );
}

function Listed({ part: { start, items }, hosts }: ShownProps<'list'>) {
  const content = items.map((parts, at) => <li key={at}>{allShown(parts, hosts)}</li>);
  return start === null ? <ul>{content}</ul> : <ol {...(start === 1 ? {} : { start })}>{content}</ol>;
}

function Table({ part: { head, rows }, hosts }: ShownProps<'table'>) {
  const alignOf = ({ align }: Cell) => (align === null ? {} : { style: { textAlign: align } });
  return (
    <table>
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at} {...alignOf(cell)}>
              {allShown(cell.parts, hosts)}
            </th>
          ))}
        </tr>
      </thead>
      {rows.length > 0 && (
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, place) => (
                <td key={place} {...alignOf(cell)}>
                  {allShown(cell.parts, hosts)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      )}
    </table>
  );
}
