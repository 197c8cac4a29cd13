/** A text as it was written: Markdown with tables. What is HTML in it stays out. */
import { useEffect, type ComponentProps } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { Link } from 'react-router';
import remarkGfm from 'remark-gfm';
import { chapterId } from '../../entities/content/outline';
import styles from './prose.module.css';

const PLUGINS = [remarkGfm];
const HEADING_PLUGINS = [withChapterIds];
const COMPONENTS: Components = { a: TextLink };

export function Markdown({ text }: { text: string }) {
  // A link to a chapter arrives before the text does.
  useEffect(() => {
    if (location.hash !== '') document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, [text]);
  return (
    <div className={styles.prose}>
      <ReactMarkdown remarkPlugins={PLUGINS} rehypePlugins={HEADING_PLUGINS} components={COMPONENTS} skipHtml>
        {text}
      </ReactMarkdown>
    </div>
  );
}

/** Own pages open through the router; others in a tab of their own that learns nothing of this one. */
function TextLink({ href = '', children }: ComponentProps<'a'>) {
  if (/^\/(?!\/)/.test(href)) return <Link to={href}>{children}</Link>;
  if (href.startsWith('#')) return <a href={href}>{children}</a>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

interface Element {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Element[];
}

/** Headings are counted here as `chaptersOf` counts them. */
function withChapterIds() {
  return (tree: Element) => {
    let place = 0;
    for (const element of tree.children ?? []) {
      if (element.tagName !== 'h2') continue;
      place += 1;
      element.properties = { ...element.properties, id: chapterId(place) };
    }
  };
}
