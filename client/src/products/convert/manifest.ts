import { ArrowLeftRight } from 'lucide-react';
import { CONVERT_TEXTS } from './api/texts';
import type { ProductManifest } from '../manifest';

const CONVERT = '/convert';

export const CONVERSIONS: ProductManifest = {
  id: 'convert',
  routes: {
    topLevel: [
      {
        path: CONVERT,
        load: () => import('./screens/convert-page').then((part) => part.ConvertPage),
        title: 'menu.convert',
      },
    ],
    account: [],
  },
  menu: [{ path: CONVERT, text: 'menu.convert', group: 'menu.quantitative' }],
  palette: [{ path: `${CONVERT}?active=2`, text: 'menu.convert_dust' }],
  accountTabs: [],
  adminSections: [
    {
      name: 'convert',
      text: 'menu.convert',
      icon: ArrowLeftRight,
      rights: ['markets'],
      isAudited: false,
      load: () => import('./admin/convert-admin-page').then((part) => part.ConvertAdminPage),
    },
  ],
  adminParts: () => import('./admin/admin-parts').then((part) => part.ADMIN_PARTS),
  channels: [],
  texts: [CONVERT_TEXTS],
};
