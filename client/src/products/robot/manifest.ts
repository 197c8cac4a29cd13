import { Bot } from 'lucide-react';
import { robotsSlice } from '../../entities/robot/robot-slice';
import { needTexts } from '../../shared/i18n/i18n';
import { ROBOT_TEXTS } from '../../shared/i18n/robot-texts';
import type { ProductManifest } from '../manifest';

const ROBOT = '/robot';

export const ROBOTS: ProductManifest = {
  id: 'robot',
  routes: {
    own: [
      {
        path: ROBOT,
        // Its words come with its screen.
        load: async () => {
          const [page] = await Promise.all([import('../../pages/robot/robot-page'), needTexts(ROBOT_TEXTS)]);
          return page.RobotPage;
        },
        title: 'menu.robot',
      },
    ],
    account: [],
  },
  menu: [{ path: ROBOT, text: 'menu.robot', group: 'menu.quantitative' }],
  palette: [],
  accountTabs: [],
  staffSections: [
    {
      name: 'robots',
      text: 'menu.robot',
      icon: Bot,
      rights: ['markets', 'users'],
      isAudited: false,
      load: async () => {
        const [{ RobotsPage }] = await Promise.all([import('../../pages/admin/robots-page'), needTexts(ROBOT_TEXTS)]);
        return RobotsPage;
      },
    },
  ],
  channels: [{ name: robotsSlice.name, reducer: robotsSlice.reducer, isPrivate: true, stream: robotsSlice }],
  texts: null,
};
