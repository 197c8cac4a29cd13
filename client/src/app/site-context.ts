/** The current site: all products, or in a test a site with another product. */
import { createContext, useContext } from 'react';
import { SITE, type Site } from './site';

export const SiteContext = createContext<Site>(SITE);

export function useSite(): Site {
  return useContext(SiteContext);
}
