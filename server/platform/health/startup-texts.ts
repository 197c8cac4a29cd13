/** Texts of the page shown until the exchange is ready, because the text files are loaded later. */
import type { Language } from '../../../shared/wire/languages';
import type { StartStep } from './start-steps';

interface StartupTexts {
  title: string;
  text: string;
  waits: string;
  steps: Readonly<Record<StartStep, string>>;
}

export const STARTUP_TEXTS: Readonly<Record<Language, StartupTexts>> = {
  en: {
    title: 'The exchange is starting',
    text: 'This page reloads by itself. The first start takes one to two minutes.',
    waits: 'The journal is out of reach:',
    steps: {
      journal: 'Open the journal',
      stores: 'Open the databases',
      state: 'Replay the journal',
      views: 'Update the read models',
      pages: 'Prepare the interface',
      demo: 'Create users and markets of the demo',
      history: 'Make a day of history',
      records: 'Store the history for the lists',
    },
  },
  zh: {
    title: '交易所正在启动',
    text: '本页会自动刷新。首次启动需要一到两分钟。',
    waits: '无法访问日志：',
    steps: {
      journal: '打开日志',
      stores: '打开数据库',
      state: '重放日志',
      views: '更新读模型',
      pages: '准备接口',
      demo: '创建演示用户和市场',
      history: '生成一天的历史数据',
      records: '为列表保存历史数据',
    },
  },
  tc: {
    title: '交易所正在啟動',
    text: '本頁會自動重新整理。首次啟動需要一到兩分鐘。',
    waits: '無法存取日誌：',
    steps: {
      journal: '開啟日誌',
      stores: '開啟資料庫',
      state: '重播日誌',
      views: '更新讀取模型',
      pages: '準備介面',
      demo: '建立示範使用者和市場',
      history: '產生一天的歷史資料',
      records: '為列表儲存歷史資料',
    },
  },
  jp: {
    title: '取引所を起動しています',
    text: 'このページは自動で更新されます。初回の起動には 1～2 分かかります。',
    waits: 'ジャーナルに接続できません：',
    steps: {
      journal: 'ジャーナルを開く',
      stores: 'データベースを開く',
      state: 'ジャーナルを再生する',
      views: '読み取りモデルを更新する',
      pages: 'インターフェースを準備する',
      demo: 'デモのユーザーと市場を作成する',
      history: '1 日分の履歴を作成する',
      records: '一覧用に履歴を保存する',
    },
  },
  ti: {
    title: 'กำลังเริ่มระบบแลกเปลี่ยน',
    text: 'หน้านี้จะโหลดใหม่เอง การเริ่มครั้งแรกใช้เวลาหนึ่งถึงสองนาที',
    waits: 'เข้าถึงเจอร์นัลไม่ได้:',
    steps: {
      journal: 'เปิดเจอร์นัล',
      stores: 'เปิดฐานข้อมูล',
      state: 'เล่นเจอร์นัลซ้ำ',
      views: 'อัปเดตโมเดลการอ่าน',
      pages: 'เตรียมอินเทอร์เฟซ',
      demo: 'สร้างผู้ใช้และตลาดสาธิต',
      history: 'สร้างประวัติหนึ่งวัน',
      records: 'บันทึกประวัติสำหรับรายการ',
    },
  },
  kr: {
    title: '거래소를 시작하는 중입니다',
    text: '이 페이지는 자동으로 새로고침됩니다. 첫 시작에는 1~2분이 걸립니다.',
    waits: '저널에 연결할 수 없습니다:',
    steps: {
      journal: '저널 열기',
      stores: '데이터베이스 열기',
      state: '저널 재생',
      views: '읽기 모델 업데이트',
      pages: '인터페이스 준비',
      demo: '데모 사용자와 마켓 만들기',
      history: '하루치 내역 만들기',
      records: '목록용 내역 저장',
    },
  },
  ep: {
    title: 'El exchange se está iniciando',
    text: 'Esta página se recarga sola. El primer inicio tarda de uno a dos minutos.',
    waits: 'No se puede acceder al diario:',
    steps: {
      journal: 'Abrir el diario',
      stores: 'Abrir las bases de datos',
      state: 'Reproducir el diario',
      views: 'Actualizar los modelos de lectura',
      pages: 'Preparar la interfaz',
      demo: 'Crear usuarios y mercados de la demo',
      history: 'Generar un día de historial',
      records: 'Guardar el historial para las listas',
    },
  },
  il: {
    title: "L'exchange si sta avviando",
    text: 'Questa pagina si ricarica da sola. Il primo avvio richiede da uno a due minuti.',
    waits: 'Il registro non è raggiungibile:',
    steps: {
      journal: 'Apertura del registro',
      stores: 'Apertura dei database',
      state: 'Riproduzione del registro',
      views: 'Aggiornamento dei modelli di lettura',
      pages: "Preparazione dell'interfaccia",
      demo: 'Creazione di utenti e mercati della demo',
      history: 'Creazione di un giorno di storico',
      records: 'Salvataggio dello storico per gli elenchi',
    },
  },
  pt: {
    title: 'A corretora está iniciando',
    text: 'Esta página recarrega sozinha. A primeira inicialização leva de um a dois minutos.',
    waits: 'O diário está fora de alcance:',
    steps: {
      journal: 'Abrir o diário',
      stores: 'Abrir os bancos de dados',
      state: 'Reproduzir o diário',
      views: 'Atualizar os modelos de leitura',
      pages: 'Preparar a interface',
      demo: 'Criar usuários e mercados da demonstração',
      history: 'Gerar um dia de histórico',
      records: 'Gravar o histórico para as listas',
    },
  },
};
