"""Short texts in many languages, each with the encodings that people save it in."""

# Read by itself.
WESTERN = {
    "German": ["Schöne Grüße aus Köln", "Die Tür schließt nicht, übel für 30 €", "„Spaß“ für alle"],
    "French": ["L’été à la plage", "Où est la fenêtre de l'hôtel ?", "Ça m'a beaucoup plu, déjà"],
    "Spanish": ["¿Dónde está el baño?", "Mañana será otro día", "¡Qué película más rápida!"],
    "Portuguese": ["Não há pão na estação", "A ligação caiu às três", "Você é muito ágil"],
    "Swedish": ["Jag älskar små öar", "Är du på väg hem?", "Det gör ingenting på fredag"],
    "Danish": ["Jeg går hjem på lørdag", "Vil du have rødgrød med fløde?", "Vejret bliver dårligt"],
    "Italian": ["La città è più bella così", "Perché non è già lì?", "Andrà tutto bene, sì"],
    "English": ["It’s a “good” film – really", "We met at a café in town", "Costs £5 or 10 €"],
}
# Refused, with this encoding named first.
OTHERS = {
    ("Russian", "koi8-r"): ["Скажите, пожалуйста, где магазин?", "Сегодня очень хорошая погода"],
    ("Russian", "cp1251"): ["Скажите, пожалуйста, где магазин?", "Сегодня очень хорошая погода"],
    ("Greek", "cp1253"): ["Καλημέρα, τι κάνεις σήμερα;", "Το βιβλίο είναι πολύ καλό"],
    ("Hebrew", "cp1255"): ["שלום, מה שלומך היום?", "הספר הזה מעניין מאוד"],
    ("Arabic", "cp1256"): ["صباح الخير كيف حالك اليوم", "هذا الكتاب جميل جدا"],
    ("Japanese", "shift_jis"): [
        "おはようございます、元気ですか。",
        "この映画はとても面白かったです。",
    ],
    ("Japanese", "euc_jp"): [
        "おはようございます、元気ですか。",
        "この映画はとても面白かったです。",
    ],
    ("Chinese", "gb18030"): [
        "这个酒店的服务很好，房间也很大。",
        "我们在这里住了三天，不想再来了。",
    ],
    ("Chinese", "big5"): ["這個地方的人都很好，我還會再來。", "我們在這裡住了三天，不想走了。"],
    ("Korean", "euc_kr"): ["안녕하세요, 오늘 날씨가 좋네요.", "이 영화는 정말 재미있었어요."],
    ("Polish", "cp1250"): [
        "Zażółć gęślą jaźń, proszę bardzo",
        "Książka była bardzo ciekawa, dziękuję",
    ],
    ("Czech", "cp1250"): [
        "Příliš žluťoučký kůň úpěl ódy",
        "Děkuji, večeře byla výborná a těším se",
    ],
    ("Turkish", "cp1254"): [
        "Bugün hava çok güzel değil mi",
        "Teşekkür ederim, şimdi dışarı çıkıyorum",
    ],
}
