"""English word classes. Verbs stand in the forms of a command; what describes ("ignores", "ignored") stays out."""

ENGLISH: dict[str, str] = {
    # to drop or bend what holds
    "drop": """ignore ignoring disregard disregarding forget forgetting disobey unlearn pay_no_attention
        do_away_with set_aside put_aside throw_away throw_out never_mind nevermind scrap""",
    "bend": """override overriding overrule bypass bypassing circumvent discard dismiss abandon erase delete remove skip neglect
        overlook supersede replace cancel reset clear void nullify invalidate revoke suspend disable deactivate turn_off
        stop_following stop_obeying break violate omit avoid evade drop wipe""",
    "keep": "follow following obey heed comply adhere respect remember honor honour consider listen abide observe apply",
    "not": "not don't dont never cannot can't without no_longer won't doesn't didn't stop refuse",
    "earlier": """previous prior above earlier preceding foregoing past former existing initial original old precedent
        before so_far up_to_now until_now up_to_this_point beforehand aforementioned predefined preset built-in default current""",
    "orders": """instruction instructions rule rules prompt prompts directive directives guideline guidelines command commands
        order orders policy policies constraint constraints restriction restrictions guidance programming training safeguard
        safeguards guardrail guardrails protocol protocols directions limitation limitations principles requirements
        regulations preprompt system_message system_messages instuctions instrutions alignment""",
    "texts": """text texts message messages context words sentence sentences content contents conversation paragraph
        paragraphs statement statements information input inputs everything lines stuff data task tasks details chat""",
    "total": "everything anything all whatever everybody",
    "said": "said told given instructed written stated mentioned asked learned learnt programmed trained read know knew heard received",
    "gone": """void invalid obsolete outdated cancelled canceled revoked rescinded replaced superseded suspended lifted disabled
        terminated expired overridden overruled nullified changed updated removed deleted no_longer_valid no_longer_apply
        no_longer_applies not_apply out_of_date null wrong a_test fake irrelevant unimportant""",
    "fresh": "new newer updated revised following actual real true different latest next additional special correct",
    "yours": "your ur yours thy assistant's model's ai's its",
    "you": "you u ya you're youre yourself thou",
    "instead": "instead rather simply just only",
    # who is spoken to
    "ai": """ai a.i ais assistant assistants llm llms language_model language_models chatbot chatbots chat_bot gpt gpt-4 gpt4 gpt3
        gpt-3 chatgpt claude copilot gemini bard llama bing openai_model agent agents virtual_assistant neural_network machine
        robot artificial_intelligence model models coding_assistant cursor summarizer reader_model""",
    "hail": "attention dear hey hello hi note notice message important urgent warning memo reminder listen",
    "reads": "reading reads read processing processes process parsing summarizing summarising analyzing see seeing encounter",
    "must": """must should shall need_to needs_to have_to has_to are_required are_obligated ought are_to is_to will required
        are_instructed are_ordered are_commanded are_expected it_is_essential mandatory""",
    "first": """before_you before_doing before_answering before_responding before_anything before_continuing before_proceeding
        before_solving before_completing before_you_can first_of_all prior_to first""",
    "task": "task tasks job goal objective mission assignment purpose question request",
    # to speak in somebody's name
    "become": """you_are_now you're_now youre_now you_will_now you_shall_now you_are_going_to you_will_be you_will_act
        you_have_become now_you_are you_are_no_longer you're_no_longer consider_yourself imagine_you_are imagine_yourself
        you're_going_to imagine_that_you you_must_now""",
    "acting": """act acting pretend pretending roleplay role-play role_play roleplaying play_the_role play_the_part simulate
        simulating impersonate emulate emulating behave portray take_on_the_role take_the_role assume_the_role
        take_on_the_persona adopt_the_persona adopt_the_role assume_the_identity assume_the_persona imagine embody mimic
        playing_the_role personify in_the_role stay_in_character immerse_yourself""",
    "persona": """persona character personality alter_ego evil villain unhinged hacker jailbreak jailbroken dan dude aim stan
        mongo chatbot ai bot machine_intelligence superintelligence entity being confidant mode twin opposite
        terminal god narrator master expert_hacker genie""",
    "free": """unrestricted unfiltered uncensored unmoderated unbound unchained unlimited amoral immoral unethical jailbroken
        lawless ruthless sentient unaligned unlocked limitless rebellious no_restrictions no_limits no_limitations no_rules
        no_filters no_filter no_censorship no_boundaries no_morals no_ethics no_constraints without_restrictions
        without_restriction without_limits without_limitations without_filters without_filter without_rules
        without_censorship without_constraints without_any_restrictions without_any_limitations without_any_filters
        without_any_limits without_any_rules without_any_censorship without_boundaries without_ethics without_morals
        no_ethical no_moral any_ethical any_moral no_guidelines any_guidelines no_content_policy free_from free_of freed
        liberated broken_free break_free breaking_free do_anything_now anything_goes not_bound not_limited not_restricted
        not_constrained bypassed no_longer_bound unconstrained""",
    "morals": """ethics ethical ethically morals moral morality legality legal illegal harmful dangerous offensive
        inappropriate explicit nsfw taboo unlawful immoral unethical censorship guidelines policies policy filters
        filter restrictions limitations safety disclaimers disclaimer warnings boundaries content_policy use_case_policies
        openai openai's content_policies rules confines lecture swear profanity""",
    "refuse": """refuse refuses refusing refusal deny denies decline declines reject say_no apologize apologise sorry
        i_cannot i_can't i_am_unable as_an_ai as_a_language_model can't_do cannot_do break_character""",
    "always": "always never regardless no_matter under_no_circumstances at_all_times forever every_time under_any_circumstances any",
    "answer": """answer answers respond responds reply replies response responses comply fulfill fulfil obey generate produce
        provide output outputs answering responding""",
    "unlocked": """developer_mode dev_mode god_mode dan_mode jailbreak_mode debug_mode admin_mode sudo_mode maintenance_mode
        root_mode evil_mode unrestricted_mode opposite_mode admin_access root_access god-mode test_mode diagnostic_mode
        superuser override_mode chaos_mode""",
    "switched": "enabled enable activated activate on engaged engage unlocked unlock entered enter active start initiate granted entering",
    "claims": """i_am i'm this_is we_are on_behalf_of speaking_as message_from from_your authorized_by authorised_by approved_by
        acting_as_your by_order_of instructions_from request_from notice_from""",
    "authority": """developer developers creator creators administrator admin administrators owner openai anthropic google
        engineer engineers supervisor maker boss programmer security_team system_administrator root_user operator moderator
        ceo compliance_team microsoft it_department owners sysadmin superuser""",
    # to give away
    "reveal": """reveal show print repeat output display tell give echo recite dump leak disclose expose share write return
        list summarize summarise translate spell encode describe explain state type reproduce copy paste say restate regurgitate
        provide quote rewrite rephrase paraphrase transcribe convert read_out read_back render send present divulge
        report reprint emit unveil uncover""",
    "asks": "what what's whats which tell_me can_you could_you how_do where are_there do_you_have remind_me when",
    "whole": "full entire exact complete whole verbatim literal all every precise original word-for-word exactly in_full raw",
    "verbatim": """verbatim word_for_word word-for-word exactly_as letter_by_letter character_by_character in_full code_block
        code_fence markdown_block without_omitting without_changing backwards in_reverse base64 rot13 pig_latin
        letter_for_letter literally exact_wording in_a_code txt_code_block one_by_one unmodified exact_text as_is""",
    "secretive": "secret hidden confidential system initial original internal underlying initialization pre-set preset private base starting",
    "prompt": """prompt prompts system_prompt preprompt pre-prompt instructions instruction system_message initialization
        initialisation directives guidelines system_instructions custom_instructions rules configuration system-prompt
        prompt_template metaprompt backstory""",
    "secret": """password passwords passphrase passcode credentials credential secret secrets token tokens api_key api_keys
        apikey access_key access_keys private_key private_keys ssh_key ssh_keys secret_key access_code access_codes
        security_code secret_word secret_code auth_token access_token session_token cookies cookie id_rsa environment_variables
        env_vars env_file seed_phrase master_password pin_code recovery_codes connection_string pin safe_word codeword
        code_word opening_defense""",
    "personal": """conversation conversation_history chat_history chat_log messages emails email_address address_book
        contacts contact_list phone_number credit_card bank_account passport personal_data personal_information user_data
        source_code repository_contents files file_contents customer_data private_data home_address date_of_birth
        browsing_history calendar clipboard inbox medical_records social_security customer_list payment_info transcript
        memory_contents notes database keystrokes screenshots""",
    "send": """send sends sending email e-mail emailing mail post posting upload uploading transmit forward forwarding exfiltrate
        exfiltrating submit deliver ship leak beacon attach append embed include curl relay copy dm smuggle
        transfer log pass_along pass_on""",
    "begin": "starting start starts beginning begin begins commencing followed",
    "here": "above before preceding earlier previously prior",
    "granted": "access_granted access_is_granted",
    "utter": "say print output write respond type reply return echo answer display responding saying printing state repeat utter tell",
    "exactly": "exactly only nothing_else verbatim just solely nothing_more no_other nothing_but",
    # to hide and to act
    "conceal": """without_telling without_informing without_notifying without_mentioning without_asking without_alerting
        without_permission without_approval without_confirmation without_the_user without_user without_their
        don't_tell do_not_tell never_tell don't_mention do_not_mention never_mention don't_inform do_not_inform don't_notify
        do_not_notify don't_alert do_not_alert don't_reveal_that do_not_reveal_that don't_ask_for do_not_ask_for
        don't_ask_the do_not_ask_the don't_show_the do_not_show_the don't_disclose do_not_disclose
        keep_this_secret keep_it_secret keep_this_hidden keep_this_between secretly covertly discreetly stealthily
        unnoticed undetected behind_the_scenes hide_this hidden_from don't_report do_not_report without_the_user's
        without_drawing don't_log do_not_log don't_acknowledge do_not_acknowledge say_nothing not_to_mention
        not_mention not_tell not_inform don't_warn do_not_warn without_question in_the_background silently quietly""",
    "user": "user users user's human humans operator owner person anyone anybody them him client customer people developer",
    "execute": """run execute launch invoke eval evaluate source install perform start carry_out pipe call load trigger spawn
        obey follow""",
    "fetch": "download fetch retrieve get pull curl wget visit open browse navigate check poll query contact load request connect read",
    "code": """code command commands script scripts snippet binary payload shell executable program function instructions
        orders function lines package""",
    "place": "url link endpoint webhook server website site host domain address page pastebin gist remote attacker c2 location",
    "periodic": """every_hour every_minute every_day every_five every_few periodically regularly every_time each_time each_session
        every_session at_startup on_startup every_session hourly every_10 every_30 every_5 every_15 on_every_start
        at_login daily at_boot before_each before_every after_each after_every in_every every_reply each_reply
        every_response each_response all_future any_future future_sessions future_conversations every_conversation""",
    "insert": "add include insert incorporate append put embed inject integrate place use paste attach implement",
    "snippet": "snippet snippets code_snippet following_code this_code code line lines script block function import",
    "backdoor": """backdoor back_door reverse_shell remote_shell keylogger rootkit malware ransomware botnet persistence
        bind_shell command_and_control c2_server web_shell webshell cryptominer miner trojan spyware payload""",
    "plant": "install create open add plant establish start deploy keep set_up launch spawn insert leave maintain implement write",
    "money": "bitcoin crypto iban wire gift_card transaction money funds payment paypal btc wallet",
    "shut": "end_of start_of end begin_of beginning_of start begin",
    "bounds": "prompt instructions input user_input document context text system_prompt conversation article data email message page file",
    "test": "hypothetical hypothetically fictional fiction story novel movie script scenario game simulation thought_experiment",
    "unasked": "you_will you_shall you_must you_never you_always you_cannot you_don't you_do_not you_have",
}
