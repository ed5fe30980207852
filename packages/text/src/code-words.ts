/**
 * Words about codes in the languages of many countries, as {@link plainText} writes them: in lowercase and without accents.
 * Latin, Cyrillic and Greek words are compared as a whole, because their endings and compounds are listed here. Words of other
 * scripts are found inside longer ones.
 */

/** Returns a pattern that finds whole words of Latin, Cyrillic and Greek, and parts of words of other scripts. */
function words(whole: readonly string[], parts: readonly string[]): RegExp {
  const source = `(?<![\\p{L}\\p{M}])(?:${whole.join('|')})(?![\\p{L}\\p{M}])|${parts.join('|')}`;
  return new RegExp(source, 'gu');
}

/** Names of one-time codes, PINs and passwords. */
export const CODE_WORDS = words(
  [
    String.raw`\p{L}*codes?|\p{L}*kode[nrst]?|koder\p{L}*|\p{L}*kod(?:a|o|u|y|em|om|ie|ow|en|er|et|es|un|umuz|unuz|unu|un[iu]z|im|iniz|lar\p{L}*|ja|ot|ul|ului|i|as|ai|ea|eks)?`,
    String.raw`\p{L}*kood(?:i\p{L}*)?|\p{L}*koð\p{L}*|[cg]od dilysu|codigos?|codice|codici|codul|\p{L}*kods|codi`,
    String.raw`(?:\p{L}+ ?)?(?:passwor[dt]\p{L}*|kennwort\p{L}*|losenord\p{L}*|passord\p{L}*|wachtwoord\p{L}*|salasana\p{L}*)`,
    String.raw`passphrase|mots? de passe|contrasena|clave|senha|parola\p{L}*|palavra-passe|hasl[oaeu]|heslo|hesla|jelszo\p{L}*|sifre\p{L}*|lozinka|geslo`,
    String.raw`(?:e|sim|karten|kort|konto|login|zugangs|start)?-?pins?|pin(?:en|i|iniz|kod\p{L}*)|otps?|totp|(?:m|mobile|sms|chip|push|photo|smart|i)?-?tans?|tac|nip|2fa|mfa|i?token\p{L}*|geheimzahl|tunnusluku\p{L}*|vahvistustunnus\p{L}*|verifizierungsnummer`,
    String.raw`(?:verification|security|authorization|authorisation) number|numero (?:de )?(?:verificacion|verification|verifica)`,
    String.raw`ma (?:xac (?:thuc|minh|nhan)|otp|bao mat)|(?:kata )?sandi|kata laluan|namba(?:ri)? (?:y\p{L}+ )?ya siri`,
    String.raw`код\p{L}{0,3}|пароль|парол[яеиюь]\p{L}{0,2}|пин|κωδικ\p{L}+`,
  ],
  [
    'رمز|كود|كلمة (?:ال)?(?:مرور|سر)|رقم (?:ال)?(?:تحقق|سري)|الرقم السري|کد|کوڈ',
    'קוד|סיסמ|ओटीपी|कोड|पासवर्ड|पिन|কোড|ওটিপি|குறியீடு|రహస్య|รหัส',
    'કોડ|ਕੋਡ|ಕೋಡ್|കോഡ്|కోడ్|ஓடிபி|කේතය|ကုဒ်|កូដ|ລະຫັດ|კოდი|կոդ|ኮድ',
    'コード|認証番号|確認番号|暗証番号|パスワード|認證碼|確認碼',
    '验证码|驗證碼|校验码|校驗碼|认证码|确认码|动态码|动态密码|密码|密碼|口令|安全码|登录码',
    '激活码|随机码|取件码|提取码|인증 ?번호|인증 ?코드|코드|비밀 ?번호|확인 ?번호|인증 ?키',
  ],
);

/** Codes that are not for one use: of bars, places, discounts and errors. The number after one of them is not a one-time code. */
export const OTHER_CODES = words(
  [
    String.raw`(?:postal|post|zip|area|country|dial(?:l?ing)?|dress|qr|bar|promo(?:tion(?:al)?)?|discount|coupon|voucher|gift(?: card)?|referral|invite|invitation|error|status|sort|swift|bic|ifsc|branch|source|product|item|article|tracking|booking|reservation|colou?r|offer|reward|loyalty|reference|exit|response|region|currency|airport|station|menu|short)[ -]?(?:codes?|pin)|tax codes?`,
    String.raw`(?:strich|rabatt|gutschein|aktions|buchungs|vorteils|lander|fehler|kortings|actie|streepjes|boekings|land|fout|waardebon)-?codes?|(?:strek|streck|streg|rabat|rabatt|kampanj|kampagne|present|gave|post|lande?|fel|feil|fejl|bar|kare|booking|ordre?|order)-?kod(?:e|en|er|u)?`,
    String.raw`(?:viiva|alennus|posti|tarjous|virhe)koodi\p{L}*`,
    String.raw`codes? (?:postal|promo\p{L}*|(?:a )?barres?|de reduction|reduction|de parrainage|erreur|of conduct|name|word)|codigo (?:postal|promo\p{L}*|de (?:descuento|desconto|barras|reserva|error|erro|area|seguimiento|rastreio)|qr)|codice (?:fiscale|sconto|promo\p{L}*|postale|a barre|di prenotazione|prenotazione|errore|cliente)`,
    String.raw`kod (?:rabatowy|pocztowy|kreskowy|promocyjny|qr|bledu)|(?:slevovy|carovy) kod|(?:indirim|posta|hata|kampanya|promosyon) kodu|kod skidki`,
    String.raw`промокод\p{L}*|штрих-?код\p{L}*|код (?:скидки|города|страны|ошибки)|кодекс\p{L}*|(?:de|en|un)cod\p{L}+|kodak|unicode|vscode|xcode`,
  ],
  [
    '割引コード|クーポンコード|プロモ\\p{L}*コード|バーコード|QRコード|qrコード|商品コード|エラーコード',
    '优惠码|优惠券码|折扣码|兑换码|优惠代码|条形码|二维码|할인 ?코드|쿠폰 ?(?:코드|번호)|우편 ?번호',
    'كود (?:ال)?خصم|رمز (?:ال)?خصم|الرمز البريدي|رمز بريدي|(?:डिस्काउंट|प्रोमो|कूपन|पिन) कोड',
  ],
);

/** Words of a log-in or a confirmation. A number beside one of them is a code if nothing else speaks against it. */
export const PURPOSE_WORDS = words(
  [
    String.raw`verif\p{L}+|authenticat\p{L}+|log(?:ging)? ?-?in|sign(?:ing)?[ -]?(?:in|on|up)|confirm\p{L}*|authori[sz]\p{L}+|approv\p{L}+|activat\p{L}+|one[ -]time|unlock`,
    String.raw`an(?:zu)?meld\p{L}+|ein(?:zu)?logg\p{L}+|bestatig\p{L}+|freigabe|authentifi\p{L}+|autentic\p{L}+|autentik\p{L}+|connexion|connect(?:er|ez)|valid(?:er|ez|ation)`,
    String.raw`iniciar sesion|acced\p{L}+|acceso|accesso|entrar|logga in|inloggning\p{L}*|logge? ind?|bekraft\p{L}*|bekreft\p{L}*|bekraeft\p{L}*|kirjaud\p{L}*|vahvist\p{L}*|tunnistaud\p{L}*`,
    String.raw`inlog\p{L}*|in te loggen|bevestig\p{L}*|zalog\p{L}*|logowan\p{L}*|potwierd\p{L}*|prihlas\p{L}*|prihlaseni|over(?:it|eni|te)|potvrd\p{L}*|giris\p{L}*|dogrula\p{L}*|onayla\p{L}*`,
    String.raw`войти|войдите|вход\p{L}*|подтвер\p{L}+|авториз\p{L}+|активац\p{L}+`,
  ],
  [
    '登录|登入|登陆|验证|驗證|注册|ログイン|認証|로그인|인증|تسجيل الدخول|تأكيد|تحقق',
    'सत्यापित|लॉगिन|लॉग इन|تایید|ورود|เข้าสู่ระบบ|אימות|להתחבר',
  ],
);

/** Beginnings of words of things, or whole words of at most three letters. */
const THINGS = [
  // Goods, journeys and papers.
  'order|purchase|confirmation|parcel|package|shipment|consignment|delivery|track|invoice|bill|receipt|booking|reservation|flight|train|bus|gate|seat|ticket|case|claim|policy|contract|model|serial|version|build|sku|item|article|product|isbn|request|incident|application',
  'bestell|auftrag|paket|sendung|lieferung|rechnung|buchung|reservier|flug|zug|vertrag|vorgang|aktenzeichen|beleg',
  'commande|colis|suivi|facture|vol|dossier|billet|livraison|pedido|paquete|envio|seguimiento|factura|reserva|vuelo|ordine|pacco|spedizione|fattura|prenotazione|volo|treno|pratica|encomenda|rastreio|fatura|voo',
  'bestallning|forsandelse|kolli|faktura|bokning|flyg|tag|arende|ordre|pakke|forsendelse|fly|sag|sak|sending|bestilling|tilau|paket|lahety|lasku|varau|lento|juna|viite|bestelling|pakket|zending|factuur|boeking|vlucht|trein|kenmerk',
  'zamowieni|paczk|przesylk|faktur|rezerwac|lotu?|objednavk|zasilk|balik|rezervac|let|siparis|takip|kargo|gonderi|rezervasyon|ucus|sefer',
  'заказ|посылк|отправлени|накладн|счет|брон|реис|поезд|договор|заявк|трек',
  // People, places and devices.
  'account|acct|card|customer|client|member|user|username|ref|reference|refnr|referenz|referencia|riferimento|referens|referanse|id|room|platform|box|zip|postcode|plz|locker|terminal|branch|store|extension|ext|table|page|house|apartment|apt|flat|route|line',
  'konto|karte|kunden|compte|carte|cuenta|tarjeta|cliente|conto|carta|conta|cartao|kort|kund|kunde|tili|kortti|asiakas|rekening|pas|klant|kart|klient|uct|ucet|zakazn|hesap|musteri|карт|клиент|zimmer|raum|filiale|chambre',
  // Telephones, and the ends of longer numbers.
  'call|dial|tel|telefon|telephone|telefono|telefone|phone|mobile|fax|rufnummer|hotline|anruf|appelez|llame|ligue|chiama|ring|soita|bel|телефон|звоните',
  'ending|ends|last|digits|endet|endend|endziffer|terminant|finissant|termina|terminada|terminado|terminante|final|slutar|slutter|paattyva|paattyy|eindig|konczac|koncic|оканчив|заканчив|sonu|barcode',
  // Amounts, years and rights.
  'total|amount|balance|sum|price|cost|saldo|betrag|summe|preis|montant|solde|prix|importe|precio|importo|prezzo|preco|belopp|suma|kwota|castka|сумма|баланс|tutar|bakiye|copyright|since|seit|depuis|desde|dal|sedan|siden|season|edition',
]
  .join('|')
  .split('|');

/** Words of things that have numbers of their own, with endings. A number right after one of them is that of the thing. */
export const THING_WORDS = new RegExp(
  `^(?:${THINGS.map((word) => (word.length > 3 ? word : `${word}(?:s|en|er)?$`)).join('|')})`,
  'u',
);

/** The same for scripts without spaces between words. */
export const THINGS_BEFORE =
  /(?:注文|受注|荷物|伝票|追跡|請求|予約|便名|口座|カード|会員|お客様|订单|訂單|快递|包裹|运单|单号|单|发票|發票|航班|预订|账户|账号|帐号|尾号|卡号|车次|电话|拨打|致电|주문|청구서|택배|송장|운송장|예약|항공편|계좌|카드|고객|전화|끝자리|طلب(?:ك|كم)?|طرد|شحنة|فاتورة|حجز|رحلة|حساب(?:ك)?|بطاقة|هاتف|اتصل|ऑर्डर|पार्सल|बिल|बुकिंग|उड़ान|फ्लाइट|खाता|खाते|कार्ड|הזמנה|חבילה|טיסה|חשבון|พัสดุ|คำสั่งซื้อ|เที่ยวบิน)\s*(?:番号|号码|號碼|号|番|번호|رقم|नंबर|संख्या)?\s*(?:は|が|是|为|:|：|#|№|no\.?|رقم|नंबर|संख्या|\s)*$/u;

/** Words between a thing and its number, and between a name of a code and the code. */
export const LINKING_WORDS =
  /^(?:is|are|was|be|as|the|a|an|your|my|our|this|here|it|no|nr|num|number|numbers|nummer|nummern|numero|numer|numara|numarasi|cislo|номер|номером|номера|n|in|with|on|of|by|for you|ist|lautet|sind|ihr|ihre|ihren|dein|deine|der|die|das|auf|mit|est|votre|ton|le|la|les|par|es|su|tu|el|en|con|e|il|tuo|suo|lo|o|seu|sua|ar|din|ditt|er|dit|pa|on|sinun|op|luidt|jouw|uw|jest|to|twoj|sie|na|je|vas|tvuj|zni|это|ваш|твои|olarak|olan|icin|cok|following|suivante?|folgende[rns]?|siguiente|seguinte|seguente|temporary|temporaire|temporal|new|neues)$/u;

/** A number before one of these words is an amount. */
export const UNITS_AFTER =
  /^\s*-?(?:points?|pts|credits?|minut\p{L}*|mins?|seconds?|secs?|sekund\p{L}*|hours?|hrs?|stunden?|days?|tage?n?|jours?|dias?|km|kg|kwh|mb|gb|ml|meters?|miles?|people|guests?|members?|users?|steps|followers|stars|punkte?r?|puntos|punti|pontos|poang|pistetta|bonus|calories|kcal|bts|jobs|items|articles?|messages?|sms|texts?|feet|ft|lbs|years?|(?:numarali|nolu|no'?lu)(?! (?:kod|sifre))|円|元|块|원|분|초|시간|分|秒|名|人|件|個|点|ポイント|积分)(?!\p{L}*kod)(?![\p{Script=Latin}])/u;

/** Words of an offer: its codes are for everyone. */
export const OFFER =
  /\d ?% ?(?:off|rabatt?|remise|de (?:reduction|descuento|desconto|remise)|di sconto|sconto|korting|alennus|znizki|slev|indirim)|(?<!\p{L})(?:off your|off at|checkout|discount|coupon|voucher|promo\p{L}*|sale ends|rabatt|gutschein|descuento|desconto|sconto|korting|alennus|rabat|sleva|indirim|скидк\p{L}+)(?!\p{L})|割引|クーポン|优惠|折扣|할인|쿠폰|خصم/u;

/** The end of a text that asks to send what follows, up to the word for a code. */
export const REPLY_BEFORE =
  /(?:(?<!\p{L})(?:reply|respond|answer|text|txt|sms|send|antworten sie|antworte|senden sie|sende|schicken sie|schick|repondez|envoyez|reponds|envoie|responde|responda|contesta|conteste|envia|envie|rispondi|risponda|invia|invii|antwoord|stuur|svara|skicka|svar|send|vastaa|laheta|odpowiedz|wyslij|odpovezte|odeslete|ответьте|отправьте|пришлите)(?: back| us| uns| nous| sms| per sms)?(?: with| using| mit| avec| par| con| com| med| met| koodilla| z| ze| с)?(?: the| our| this| your| dem| den| der| le| la| el| il| lo| o| de| het)? |(?:回复|回覆|发送|發送|编辑短信|أرسل|ارسل|رد ب|رد بـ)\s*)$/u;

/** The same for languages in which the verb comes last. */
export const REPLY_AFTER =
  /^["'”」』\])\s]*(?:(?:と|を|で)?(?:返信|送信)|(?:로|을|를|으로)?\s*(?:회신|답장|전송|보내)|(?:लिखकर |से )?(?:भेजें|उत्तर|जवाब)|(?:kod\p{L}* )?(?:ile )?(?:yanitla|cevapla|gonder))/u;
