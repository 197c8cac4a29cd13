/** Rotating banners of the demo's home page. */
import type { BannerText, SaveBannerRequest } from '../../../shared/products/content/banners';
import type { Language } from '../../../shared/wire/languages';

type DemoBanner = Pick<SaveBannerRequest, 'look' | 'link'> & { texts: Readonly<Record<Language, BannerText>> };

export const DEMO_BANNERS: readonly DemoBanner[] = [
  {
    look: 'ledger',
    link: '/whitePaper',
    texts: {
      en: {
        title: 'Do not believe it. Check it.',
        text: 'Every order, fill and balance stands in a journal that anyone can work out again.',
      },
      zh: { title: '不必相信，自己核对', text: '每笔委托、成交和余额都记在日志中，任何人都能重新计算。' },
      tc: { title: '不必相信，自己核對', text: '每筆委託、成交和餘額都記在日誌中，任何人都能重新計算。' },
      jp: {
        title: '信じるより、確かめる',
        text: '注文も約定も残高もすべて記録に残り、誰でも計算し直せます。',
      },
      ti: {
        title: 'ไม่ต้องเชื่อ ตรวจสอบเองได้',
        text: 'ทุกคำสั่ง ทุกการจับคู่ และทุกยอดคงเหลืออยู่ในบันทึกที่ใครก็คำนวณซ้ำได้',
      },
      kr: {
        title: '믿지 말고 확인하세요',
        text: '모든 주문, 체결, 잔고가 기록에 남아 누구나 다시 계산할 수 있습니다.',
      },
      ep: {
        title: 'No lo creas: compruébalo',
        text: 'Cada orden, ejecución y saldo está en un diario que cualquiera puede recalcular.',
      },
      il: {
        title: 'Non crederci: verifica',
        text: 'Ogni ordine, eseguito e saldo è in un registro che chiunque può ricalcolare.',
      },
      pt: {
        title: 'Não acredite: verifique',
        text: 'Cada ordem, execução e saldo está em um diário que qualquer pessoa pode recalcular.',
      },
    },
  },
  {
    look: 'growth',
    link: '/financial',
    texts: {
      en: {
        title: 'Fixed-term earnings, reserved up front',
        text: 'Fixed terms, with the income set aside on the day you buy.',
      },
      zh: { title: '定期收益，购买时即预留', text: '期限固定，收益在您买入当日即已预留。' },
      tc: { title: '定期收益，購買時即預留', text: '期限固定，收益在您買入當日即已預留。' },
      jp: { title: '期間固定の収益を購入時に確保', text: '期間は固定。収益は購入したその日に取り分けられます。' },
      ti: { title: 'ผลตอบแทนตามระยะเวลา กันไว้ล่วงหน้า', text: 'ระยะเวลาคงที่ รายได้ถูกกันไว้ตั้งแต่วันที่คุณซื้อ' },
      kr: { title: '정기 상품, 수익을 미리 확보', text: '기간은 고정되고, 수익은 구매한 날 따로 떼어 둡니다.' },
      ep: {
        title: 'Rendimiento a plazo fijo, reservado de antemano',
        text: 'Plazos fijos, con los ingresos apartados el día de la compra.',
      },
      il: {
        title: 'Rendimenti a termine, accantonati in anticipo',
        text: 'Durate fisse, con il rendimento accantonato il giorno dell’acquisto.',
      },
      pt: {
        title: 'Rendimento com prazo fixo, reservado de antemão',
        text: 'Prazos fixos, com o rendimento reservado no dia da compra.',
      },
    },
  },
  {
    look: 'shield',
    link: '/helpCenter?category=security',
    texts: {
      en: {
        title: 'Two minutes for a safer account',
        text: 'Add a passkey, set an anti-phishing code, and see every device that is logged in.',
      },
      zh: { title: '两分钟，让账户更安全', text: '添加通行密钥，设置防钓鱼码，查看所有已登录的设备。' },
      tc: { title: '兩分鐘，讓帳戶更安全', text: '新增通行金鑰，設定防釣魚碼，查看所有已登入的裝置。' },
      jp: {
        title: '2分で口座をもっと安全に',
        text: 'パスキーを追加し、フィッシング対策コードを設定し、ログイン中の端末を確認できます。',
      },
      ti: {
        title: 'สองนาทีเพื่อบัญชีที่ปลอดภัยกว่า',
        text: 'เพิ่มพาสคีย์ ตั้งรหัสป้องกันฟิชชิง และดูทุกอุปกรณ์ที่เข้าสู่ระบบอยู่',
      },
      kr: {
        title: '2분이면 계정이 더 안전해집니다',
        text: '패스키를 추가하고 피싱 방지 코드를 설정하고 로그인된 모든 기기를 확인하세요.',
      },
      ep: {
        title: 'Dos minutos para una cuenta más segura',
        text: 'Añade una llave de acceso y un código antiphishing, y revisa todos los dispositivos conectados.',
      },
      il: {
        title: 'Due minuti per un conto più sicuro',
        text: 'Aggiungi una passkey e un codice anti-phishing, e controlla tutti i dispositivi collegati.',
      },
      pt: {
        title: 'Dois minutos para uma conta mais segura',
        text: 'Adicione uma chave de acesso e um código antiphishing, e veja todos os dispositivos conectados.',
      },
    },
  },
];
