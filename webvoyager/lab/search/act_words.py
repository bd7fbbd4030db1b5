"""Words that announce an act that cannot be undone, in the languages of most sites.

`BUTTONS` match the beginning of a button's label. `LINKS` match a link's whole label: a link that
only begins so ("Buy a phone: our guide") leads to a page. `SIGNS` match anywhere in a label, for
languages written without spaces. `ASKED` match the command of a task that asks for such an act.
"""

ORDERS, SENDS, DELETES, SIGNS_UP = "orders or pays", "sends", "deletes", "signs up"

BUTTONS = {
    ORDERS: (
        r"(place|confirm|complete|submit|finali[sz]e) (your |my |the |this |an? )?(order|purchase"
        r"|booking|reservation|payment|bid|offer|bet)s?"
        r"|order|buy|pay|purchase|book|reserve|donate|check ?out|place (a )?(bid|bet)|rent|hire"
        r"|make (a |the )?(payment|donation|reservation|booking)|(top|tip) up|transfer|withdraw"
        r"|(kostenpflichtig|zahlungspflichtig|kaufen|bestellen|bezahlen|buchen|reservieren"
        r"|spenden)|(zur )?kasse"
        r"|acheter|commander|payer|réserver|régler|comprar|pagar|pedir|encargar|reservar|finalizar"
        r" (la )?(compra|pedido)|realizar (el )?(pago|pedido)|encomendar|acquista|compra|paga"
        r"|ordina|prenota|kopen|bestel(len)?|betalen|afrekenen|boeken|boek nu"
        r"|kup|zamów|zapłać|zamawiam|zarezerwuj|купить|заказать|оплатить|забронировать|оформить"
        r"|купити|замовити|satın al|sipariş ver|öde|rezervasyon yap|köp|beställ|betala|boka|køb"
        r"|kjøp|bestill?|betal|osta|tilaa|maksa|varaa|koupit|objednat|zaplatit|αγορά|παραγγελία"
    ),
    SENDS: (
        r"send|submit (a |the |my |your |this )?(review|comment|application|request|answers?|form"
        r"|message|report|vote|claim|feedback|post|entry)|publish|post|reply|tweet"
        r"|report (this )?(user|post|comment|abuse)|apply (now|for)"
        r"|(ab)?senden|abschicken|veröffentlichen|antworten"
        r"|envoyer|publier|répondre|enviar|publicar|responder|invia|pubblica|rispondi|verzenden"
        r"|versturen|verstuur|plaatsen|wyślij|opublikuj|отправить|опубликовать|ответить|надіслати"
        r"|gönder|yayınla|skicka|publicera|lähetä|julkaise|odeslat|zveřejnit|αποστολή"
    ),
    DELETES: (
        r"delete|erase|destroy|wipe|purge|discard|trash|terminate|revoke|unpublish|deactivate"
        r"|(close|remove|cancel|leave|reset|end) (my |your |the |this |an? )?(account|orders?"
        r"|bookings?|reservations?|subscriptions?|membership|plan|trip|profile|project|repository"
        r"|file|message|post|comment|review|user|member|everything|all)"
        r"|empty (the )?(trash|bin|cart)"
        r"|löschen|entfernen|stornieren|kündigen|supprimer|effacer|résilier|annuler (ma|la|le)"
        r"|eliminar|borrar|excluir|apagar|remover|elimina|cancella|rimuovi|verwijderen|wissen"
        r"|opzeggen|usuń|skasuj|удалить|стереть|отменить заказ|видалити|sil|radera|ta bort|slett?"
        r"|fjern|poista|smazat|odstranit|διαγραφή"
    ),
    SIGNS_UP: (
        r"sign ?up|subscribe|register|enrol+|join|unsubscribe|opt out"
        r"|create (an |my |your |a new )?account"
        r"|start (my |your |a |the )?(free )?(trial|subscription|membership)|registrieren"
        r"|abonnieren|anmelden|beitreten|s'inscrire|s'abonner|créer (un|mon) compte|suscribirse"
        r"|registrarse|crear (una |mi )?cuenta|inscrever-se|assinar|iscriviti|abbonati|registrati"
        r"|aanmelden|abonneren|zarejestruj|zapisz się|subskrybuj|зарегистрироваться|подписаться"
        r"|kaydol|abone ol|prenumerera|registrera|tilmeld|abonner|rekisteröidy|tilaa uutiskirje"
    ),
}
BEFORE = (  # words that may precede them
    r"yes|no|ok(ay)?|please|now|confirm( and)?|agree (and|&)|accept (and|&)|review (and|&)"
    r"|continue (and|to)|proceed (and|to)|go to|save (and|&)|log ?in (and|&)|sign ?in (and|&)"
    r"|(and|&)"
    r"|ja|oui|sí|jetzt|verbindlich|valider et|confirmer et|confirmar y|conferma e"
)
AFTER = (  # words that turn them into a noun, or the title of a page about them
    r"history|status|number|by|details?|summary|lists?|club|clubs|reviews?|offices?|codes?|cards?"
    r"|monthly|later|guides?|our|about|info|information|help|online help|options|tracking|terms"
    r"|policy|policies|faq|plans|templates?|settings|preferences|more about|how"
)

LINKS = {
    ORDERS: (
        r"(place|confirm|complete|submit) (your |my |the )?(order|purchase|booking|reservation"
        r"|payment)|check ?out|buy( it)? now|pay( now)?|order now|book( now| it)?"
        r"|reserve( now| it)?|purchase|donate( now)?|acheter|commander|payer|comprar|pagar|acquista"
        r"|paga"
    ),
    SENDS: r"send( it| now)?|publish|submit|absenden|envoyer|enviar|invia|verzenden",
    DELETES: (
        r"(delete|remove|erase|cancel|close|deactivate|discard)"
        r"( it| now| this| all| my| the| your)*( \w+)?|löschen|supprimer"
        r"|eliminar|borrar|elimina|cancella|verwijderen|usuń|удалить|sil"
    ),
    SIGNS_UP: r"(un)?subscribe|join( now)?|enrol+( now)?",
}
ADDRESSES = r"[/?&=_-](delete|destroy|remove|erase|unsubscribe|cancel|purge)([/?&=_.-]|$)"

SIGNS = {
    ORDERS: (
        r"购买|购 ?买|下单|提交订单|付款|支付|结算|結帳|購買|預訂|预订|预定|注文|購入|支払|予約する"
        r"|予約を確定|주문|구매|결제|예약하기|شراء|اشتر|ادفع|اطلب|احجز|קנה|הזמן|לתשלום|खरीदें|ऑर्डर|भुगतान"
    ),
    SENDS: r"发送|發送|发布|發布|提交|送信|投稿|보내기|전송|게시|إرسال|نشر|שלח|פרסם|भेजें",
    DELETES: r"删除|刪除|注销|取消订单|削除|消去|退会|삭제|탈퇴|حذف|إلغاء الطلب|מחק|הסר|हटाएं|🗑|🚮",
    SIGNS_UP: r"注册|註冊|订阅|訂閱|登録|会員登録|購読|가입|구독|اشترك|سجل|הירשם|सदस्यता",
}

ASKED = {
    ORDERS: r"order|buy|pay|purchase|book|reserve|check ?out|donate|rent|hire|bid|transfer",
    SENDS: r"send|post|publish|reply|submit|write|message|contact|review|report|apply|comment",
    DELETES: r"delete|remove|cancel|erase|close|discard|empty|clear|terminate|revoke",
    SIGNS_UP: r"sign (me )?up|subscribe|register|join|unsubscribe|create an? account|enrol+",
}
CHANGES = (  # other commands of tasks that make a site save something
    r"add|save|put|create|make|change|update|set|edit|rename|move|mark|rate|vote|follow|like|upload"
    r"|log ?in|sign ?in|log ?out|sign ?out|turn|enable|disable|pick|choose|track|start|stop|play"
    r"|fill|enter|answer|take|complete|finish|switch|record|schedule|invite|share|assign"
)
