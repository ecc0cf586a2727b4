use lsflint_lint::{Findings, Item, SettingContext, Severity, rule};
use lsflint_spec::{Grammar, Loss, ParamSpec};

use crate::names::list::items;
use crate::parameter::wording;

rule! {
    /// Finds texts and names that exceed the maximum length.
    ///
    /// # Effect
    /// LSF truncates a description or ignores the line. If a name is too long, LSF drops what it names.
    ///
    /// # Example
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME                                TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch_space_of_the_second_file_server_gb  Numeric 60       N          (scratch)
    /// End Resource
    /// ```
    ///
    /// # Use instead
    /// ```lsf.shared
    /// Begin Resource
    /// RESOURCENAME  TYPE    INTERVAL INCREASING DESCRIPTION
    /// scratch2_gb   Numeric 60       N          (free space of the second scratch file server)
    /// End Resource
    /// ```
    ///
    /// # Notes
    /// The maximum length of a queue name depends on the version: LSF 10.1 allows 59 characters.
    pub P114 "value-too-long" {
        family: Parameter, scope: OwnFile, severity: Warning,
        sources: [facts("parameters")],
        checks: [SettingOf(has_length, check), SettingOf(has_items, list)],
    }
}

fn has_length(spec: &ParamSpec) -> bool {
    // In a pattern, the length is that of a part.
    spec.max_length.is_some() && !matches!(spec.grammar, Grammar::Shape(_))
}

fn check(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let (Some(spec), Some(value)) = (setting.spec, setting.known_value()) else { return };
    let Some(max) = spec.max_length else { return };
    let name_like = matches!(spec.grammar, Grammar::Name(_));
    let range = value.range();
    // Checked first because it is fast: there are never fewer bytes than characters.
    if u32::from(range.len()) <= max {
        return;
    }
    let length: usize = value.words().map(|it| it.text().chars().count()).sum();
    if length <= usize::try_from(max).unwrap_or(usize::MAX) {
        return;
    }
    let name = setting.display_name();
    let mut found = findings.report(range, format!("`{name}` has {length} characters, but the maximum is {max}"));
    if name_like && spec.loss == Loss::Row {
        found = found.severity(Severity::Error);
    }
    found.capped(spec.confidence);
    if name_like {
        found.consequence(wording::lost(setting)).help("choose a shorter name");
    } else {
        found
            .consequence(Item::Line.ignored().possible().called("the end of the text or the whole line"))
            .help("shorten the text");
    }
}

fn has_items(spec: &ParamSpec) -> bool {
    spec.max_items.is_some()
}

fn list(context: &SettingContext<'_>, findings: &mut Findings) {
    let setting = &context.setting;
    let Some((spec, max)) = setting.spec.and_then(|it| Some((it, it.max_items? as usize))) else { return };
    let Some(first) = items(setting).nth(max).filter(|_| !context.broken) else { return };
    let count = items(setting).count();
    findings
        .report(first.range(), format!("`{}` has {count} names, but the maximum is {max}", setting.display_name()))
        .capped(spec.confidence)
        .consequence(Item::Value.ignored().called("this name and all names after it").possible())
        .help("shorten the list");
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check;

    crate::testing::fixture![[r#"
        //# counts the characters of names
        //- Queue of lsb.queues
        QUEUE_NAME = qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P114 warning
                     = `QUEUE_NAME` has 60 characters, but the maximum is 59
                     = effect: LSF drops the `Queue` section
        //#
        //- Resource of lsf.shared
        RESOURCENAME TYPE INTERVAL INCREASING DESCRIPTION
        rrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrrr Boolean () () (x)
        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ P114 error `RESOURCENAME` has 40 characters, but the maximum is 39

        //# is silent at the limit
        //- Queue qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq

        //# too many names
        //- lsf.conf
        LSB_TSJOBS_HELPER_HOSTS="h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14 h15 h16 h17 h18 h19 h20 h21 h22 h23 h24 h25 h26 h27 \
        h28 h29 h30 h31 h32 h33 h34 h35 h36 h37 h38 h39 h40 h41 h42 h43 h44 h45 h46 h47 h48 h49 h50 h51 h52 \
        h53 h54 h55 h56 h57 h58 h59 h60 h61 h62 h63 h64 h65 h66 h67 h68 h69 h70 h71 h72 h73 h74 h75 h76 h77 \
        h78 h79 h80 h81 h82 h83 h84 h85 h86 h87 h88 h89 h90 h91 h92 h93 h94 h95 h96 h97 h98 h99 h100 h101 \
        h102 h103 h104 h105 h106 h107 h108 h109 h110 h111 h112 h113 h114 h115 h116 h117 h118 h119 h120 h121 \
        h122 h123 h124 h125 h126 h127 h128 h129 h130 h131 h132 h133 h134 h135 h136 h137 h138 h139 h140 h141 \
        h142 h143 h144 h145 h146 h147 h148 h149 h150 h151 h152 h153 h154 h155 h156 h157 h158 h159 h160 h161 \
        h162 h163 h164 h165 h166 h167 h168 h169 h170 h171 h172 h173 h174 h175 h176 h177 h178 h179 h180 h181 \
        h182 h183 h184 h185 h186 h187 h188 h189 h190 h191 h192 h193 h194 h195 h196 h197 h198 h199 h200 h201 \
        h202 h203 h204 h205 h206 h207 h208 h209 h210 h211 h212 h213 h214 h215 h216 h217 h218 h219 h220 h221 \
        h222 h223 h224 h225 h226 h227 h228 h229 h230 h231 h232 h233 h234 h235 h236 h237 h238 h239 h240 h241 \
        h242 h243 h244 h245 h246 h247 h248 h249 h250 h251 h252 h253 h254 h255 h256 h257"
                                                                                   ^^^^ P114 warning
                                        = `LSB_TSJOBS_HELPER_HOSTS` has 257 names, but the maximum is 256
                                        = effect: LSF may ignore this name and all names after it
                                        = help: shorten the list
        //#
        //- lsf.conf
        LSB_TSJOBS_HELPER_HOSTS="h1 h2 h3 h4 h5 h6 h7 h8 h9 h10 h11 h12 h13 h14 h15 h16 h17 h18 h19 h20 h21 h22 h23 h24 h25 h26 h27 \
        h28 h29 h30 h31 h32 h33 h34 h35 h36 h37 h38 h39 h40 h41 h42 h43 h44 h45 h46 h47 h48 h49 h50 h51 h52 \
        h53 h54 h55 h56 h57 h58 h59 h60 h61 h62 h63 h64 h65 h66 h67 h68 h69 h70 h71 h72 h73 h74 h75 h76 h77 \
        h78 h79 h80 h81 h82 h83 h84 h85 h86 h87 h88 h89 h90 h91 h92 h93 h94 h95 h96 h97 h98 h99 h100 h101 \
        h102 h103 h104 h105 h106 h107 h108 h109 h110 h111 h112 h113 h114 h115 h116 h117 h118 h119 h120 h121 \
        h122 h123 h124 h125 h126 h127 h128 h129 h130 h131 h132 h133 h134 h135 h136 h137 h138 h139 h140 h141 \
        h142 h143 h144 h145 h146 h147 h148 h149 h150 h151 h152 h153 h154 h155 h156 h157 h158 h159 h160 h161 \
        h162 h163 h164 h165 h166 h167 h168 h169 h170 h171 h172 h173 h174 h175 h176 h177 h178 h179 h180 h181 \
        h182 h183 h184 h185 h186 h187 h188 h189 h190 h191 h192 h193 h194 h195 h196 h197 h198 h199 h200 h201 \
        h202 h203 h204 h205 h206 h207 h208 h209 h210 h211 h212 h213 h214 h215 h216 h217 h218 h219 h220 h221 \
        h222 h223 h224 h225 h226 h227 h228 h229 h230 h231 h232 h233 h234 h235 h236 h237 h238 h239 h240 h241 \
        h242 h243 h244 h245 h246 h247 h248 h249 h250 h251 h252 h253 h254 h255 h256"
    "#]];

    #[test]
    fn counts_characters_of_texts_without_continuations() {
        let line = format!("{}\\\n", "ä".repeat(100));
        let text = format!("Begin Queue\nQUEUE_NAME = q\nDESCRIPTION = {}tail\nEnd Queue\n", line.repeat(6));
        check(
            "P114",
            "lsb.queues",
            &text,
            expect![[r#"
                3:15-9:5 warning `DESCRIPTION` has 604 characters, but the maximum is 512
                  effect: LSF may ignore the end of the text or the whole line
                  help: shorten the text
            "#]],
        );
        let text = format!("Begin Queue\nQUEUE_NAME = q\nDESCRIPTION = {}tail\nEnd Queue\n", line.repeat(5));
        check("P114", "lsb.queues", &text, expect![[""]]);
    }
}
