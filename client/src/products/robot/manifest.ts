import { Bot } from 'lucide-react';
import { robotsSlice } from './api/robot-slice';
import { ROBOT_TEXTS } from './api/texts';
import type { ProductManifest } from '../manifest';

const ROBOT = '/robot';

export const ROBOTS: ProductManifest = {
  id: 'robot',
  routes: {
    topLevel: [
      {
        path: ROBOT,
        load: () => import('./screens/robot-page').then((part) => part.RobotPage),
        title: 'menu.robot',
      },
    ],
    account: [],
  },
  menu: [{ path: ROBOT, text: 'menu.robot', group: 'menu.quantitative' }],
  palette: [],
  accountTabs: [],
  adminSections: [
    {
      name: 'robots',
      text: 'menu.robot',
      icon: Bot,
      rights: ['markets', 'users'],
      isAudited: false,
      load: () => import('./admin/robots-page').then((part) => part.RobotsPage),
    },
  ],
  adminParts: () => import('./admin/admin-parts').then((part) => part.ADMIN_PARTS),
  channels: [
    {
      ...{ name: robotsSlice.name, reducer: robotsSlice.reducer, isPrivate: true },
      ...{ stream: robotsSlice, isResumed: true, tellsTime: true },
    },
  ],
  texts: [ROBOT_TEXTS],
};
