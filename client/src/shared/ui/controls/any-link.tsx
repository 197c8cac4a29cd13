import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isOwnPath } from '../../../../../shared/products/identity/rules/links';

interface AnyLinkProps {
  /** A path of ours, or a page elsewhere. */
  to: string;
  className?: string | undefined;
  /** Also what is ours: a form that is being filled in stays as it is. */
  inTab?: boolean;
  children: ReactNode;
}

/** Own pages open through the router; others in a tab of their own that learns nothing of this one. */
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
