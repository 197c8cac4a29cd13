/** Which site is shown: that of all products, or in a test one with another product. */
import { createContext, useContext } from 'react';
import { SITE, type Site } from './site';

export const SiteContext = createContext<Site>(SITE);

export function useSite(): Site {
  return useContext(SiteContext);
}
