"""Word lists, as data: what carries no content in a query. Read by the tokenizer and the content-word rule.

All are compared after folding (no accents, lower case, no apostrophes) and before stemming.
"""

from remora.text.fold import fold


def _words(text: str) -> frozenset[str]:
    return frozenset(fold(text).casefold().split())


def _phrases(text: str) -> tuple[str, ...]:
    """Longer ones first, so that an alternation of them takes the longest."""
    phrases = {fold(phrase).casefold() for phrase in text.split()}
    return tuple(sorted(phrases, key=lambda phrase: (-len(phrase), phrase)))


# Left out of index and queries alike. Short on purpose: each word added here lowered recall in measurements.
STOP = _words("""
    a an and are as at be but by did do does for from had has have how i in is it of on or she he they that the their
    this to was were what when where which who whom why will with would you your
    im ive ill youre theyre dont doesnt didnt isnt arent wasnt werent havent hasnt wont wouldnt whats thats
""")

# Searchable, but no content when the question is whether a prompt is about anything. Words that mean something in
# another of these languages or in code ("die", "on", "per", "son") are not listed.
FUNCTION = _words("""
    am been being can could should shall may might must if not no so than then there these those them us we our ours
    my me mine him his her hers its just some any all about also too very yet only own off out up down into over
    cant couldnt shouldnt let lets theres heres here hes shes weve were ive id yourself myself
    te
    el la los las un une una unos unas de del y o que en es son por para con sin como cual donde cuando esta este esto
    le les du des et ou qui quoi dans est sont pour avec sans comment quel quelle quels quelles cette ces nous vous
    der das den dem ein eine einen und oder ist sind wie wo wann warum welche welcher welches mit fur auf nicht wir ich
    o os um uma do da dos das e ou nao qual onde quando em no na com sem
    il lo gli uno di della che e con senza dove quando quale sono
    и в на не что как где когда какой какая какое какие кто это мы я ты вы он она они с по для из у к о а но
    في من على ما هو هي هذا هذه كيف اين متى التي الذي
""")

# Talk about the talk: agreement, thanks, greetings. Never content.
CHATTER = _words("""
    ok okay okey k kk yes yeah yep yup yea sure no nope nah please pls plz thanks thank thx ty cheers great nice cool
    perfect awesome excellent amazing brilliant fantastic wonderful lovely fine good right correct exactly indeed
    alright agreed lgtm hi hello hey bye goodbye sorry oops hmm hm uh um ah oh wow lol haha yay
    well really maybe perhaps actually welcome np sounds
    si vale gracias claro bueno bien perfecto favor hola adios
    oui merci accord parfait super bonjour salut plait stp svp voila
    ja nein danke bitte genau gut prima okay hallo tschuss klar
    sim obrigado obrigada certo otimo ola
    grazie va bene certo perfetto ciao prego
    да нет спасибо пожалуйста хорошо ладно ок окей отлично супер привет понятно ясно ага угу
    نعم لا شكرا حسنا تمام ممتاز مرحبا فضلك
    evet hayir tesekkurler tamam lutfen
    tak nie dziekuje prosze
    हां हाँ नहीं धन्यवाद ठीक है अच्छा
""")

# Content only beside a word that is: "run it again" is about nothing, "run the migrations again" is. What is to be done
# with a thing says less than the thing: a note on feature flags is about "turn on the new checkout flag" as well.
SOFT = _words("""
    add create turn open close install uninstall remove delete rename update increase decrease raise lower implement
    edit refactor rewrite set setup switch enable disable place allow avoid convert replace extend improve clean
    handle support generate display reject list prepare build rebuild current different so far locally using via
    proper properly version
    job mind much lot morning afternoon evening night
    run rerun again try retry go going goes went ahead continue proceed resume next step steps do doing done
    make made fix fixed show see look looks looking works work working worked finish finished start begin stop
    wait pause now later same thing things stuff way ways change changes keep more less another one once two
    first second last time times back undo redo explain help tell say said think thought mean means want wanted
    need needs like know knew believe get got give take put use used apply check verify read write new old
    better best bad wrong still already ever never always today tomorrow yesterday soon repeat repeats anything
    something everything nothing else other idea ideas option options point question answer problem problems
    issue hold hang move moving carry onwards forward through summarize summary elaborate detail details short
    shorter longer happened happens happen possible impossible instead off please hazlo haz sigue siga continua
    continuar otra vez nuevo ahora intenta intentalo prueba corre ejecuta ejecutalo continuez vas vasy allez
    encore refais relance recommence fais faire suite suivant maintenant fois weiter mach mache machs nochmal
    noch einmal erneut los jetzt versuch versuche nochmals weitermachen tu novo faca agora tente ancora riprova
    esegui fallo avanti adesso продолжай продолжайте давай еще раз снова дальше сделай сделайте запусти попробуй
    повтори теперь تابع استمر اكمل مرة اخرى مجددا افعل ذلك الان حاول اعد devam tekrar yap simdi jeszcze raz
    dalej zrob kontynuuj जारी रखें रखो फिर से करो करें
""")

# Words that point at what lies before the two who talk: the turn is about that, and not about what was once noted.
POINTING = _words("this that these those it its them")

# What a session at work is made of. Content as any other ("how do I run the tests?"), but one of them alone is soft
# where the turn points at the work at hand: "why did that fail?" is about no failure that a note could tell of.
WORK = _words("""
    code file function method class variable line snippet part piece section bit rest
    test error warning message exception traceback log output crash crashes fail failure bug break broken
    build compile commit push merge diff branch pull request ship
    ask approach suggestion solution explanation comment summary
    rename delete remove add format rewrite edit update refactor simplify clean cleanup review open close copy paste
    slow fast slower faster
""")

# Words that turn a statement around: two texts of like meaning that differ in one of them say different things.
NEGATIONS = _words("""
    not no never none neither nor nothing without cannot cant dont doesnt didnt wont isnt arent wasnt werent shouldnt
    mustnt stop stopped avoid forbidden disallowed disabled removed deprecated instead unless except
    nicht kein keine nie ohne pas jamais sans sin nunca non mai senza nao sem не нет без никогда لا بدون
    不 没 沒 别 別 無 ない
""")

# Small talk in scripts without spaces, as phrases. Those of one character only end a phrase or make up a whole prompt:
# inside a word they mean something else.
PHRASES = _phrases("""
    好的 好吧 好 可以 是的 是 对 对的 行 没问题 谢谢 多谢 谢谢你 请 继续 请继续 再来一次 再试一次 再运行一次
    重新运行 再跑一遍 再做一次 照做 做吧 就这样 这样做 开始吧 下一步 明白了 知道了 不错 很好 太好了 完成了 怎么样
    怎么 什么 如何 哪个 哪里 为什么 是什么 是多少 多少 吗 呢 吧 啊 我们的 我们 你好 運行 謝謝 多謝 繼續 請繼續 請
    再來一次 再試一次 對 沒問題 可以了 不用了 不是 はい いいえ うん ええ お願いします お願い お願いいたします
    ありがとうございます ありがとうございました ありがとう どうも 続けて 続けてください 続行 続行してください
    もう一度 もう一回 やってください やって 実行して 実行してください 再実行 ください 了解 了解です わかりました
    分かりました いいね いいですね よろしく よろしくお願いします それで 次 次へ 進めて 進めてください です ですか
    ます ますか 何ですか なんですか どうやって どの どこ なに 何 教えて 教えてください オーケー すごい 完璧 完璧です
    こんにちは すみません 네 예 응 아니요 아니 감사합니다 감사해요 고마워 고마워요 고맙습니다 계속 계속해 계속해줘
    계속해주세요 계속하세요 다시 다시해줘 한번더 한번 다시한번 실행해줘 실행해 해줘 해주세요 해 주세요 부탁해
    부탁합니다 부탁드립니다 좋아 좋아요 좋습니다 알겠습니다 알겠어 맞아요 맞아 그래 그렇게 오케이 무엇 어떻게 어디
    뭐야 뭐 다음 진행해 진행해줘 안녕하세요 제발 더 좀 ใช่ ครับ ค่ะ ขอบคุณ โอเค ตกลง ต่อ ต่อไป อีกครั้ง ทำต่อ ได้
    เลย
""")
