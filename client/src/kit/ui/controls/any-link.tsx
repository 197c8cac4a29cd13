import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isOwnPath } from '../../../../../shared/products/identity/rules/links';

interface AnyLinkProps {
  /** An internal path or an external URL. */
  to: string;
  className?: string | undefined;
  /** Opens internal links in a new tab too, so that a form stays filled in. */
  inTab?: boolean;
  children: ReactNode;
}

/** Internal links use the router; external ones open a new tab without access to this one. */
export function AnyLink({ to, className, inTab = false, children }: AnyLinkProps) {
  if (isOwnPath(to)) {
    return (
      <Link className={className} to={to} {...(inTab ? { target: '_blank' } : {})}>
        {children}
      </Link>
    );
  }
  return (
    <a className={className} href={to} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
